// A canvas that knows its size without asking for a layout each time, sharp on every screen.

export class Surface {
  constructor(canvas, resized) {
    this.canvas = canvas;
    this.width = this.height = 0;
    new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      if (width === this.width && height === this.height) return;
      [this.width, this.height] = [width, height];
      resized();
    }).observe(canvas);
  }

  // A cleared canvas to draw on in CSS pixels; null while it has no room.
  pen() {
    const { canvas, width, height } = this, ratio = window.devicePixelRatio || 1;
    if (!width || !height) return null;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    return pen;
  }
}
