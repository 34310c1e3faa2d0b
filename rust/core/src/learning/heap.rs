//! Variables in the order of their scores, the highest first.

/// A heap that knows where each variable is.
pub(crate) struct Heap {
    scores: Vec<f64>,
    heap: Vec<u32>,
    places: Vec<u32>,
    step: f64,
}

const OUT: u32 = u32::MAX;
const DECAY: f64 = 0.8;

impl Heap {
    pub(crate) fn new(count: usize) -> Heap {
        Heap {
            scores: vec![0.0; count],
            heap: (0..count as u32).collect(),
            places: (0..count as u32).collect(),
            step: 1.0,
        }
    }

    /// Sets a score.
    pub(crate) fn set(&mut self, variable: usize, score: f64) {
        self.scores[variable] = score;
        if self.places[variable] != OUT {
            let place = self.places[variable] as usize;
            self.up(place);
            self.down(self.places[variable] as usize);
        }
    }

    /// Raises a score.
    #[inline(always)]
    pub(crate) fn bump(&mut self, variable: usize) {
        self.scores[variable] += self.step;
        if self.places[variable] != OUT {
            self.up(self.places[variable] as usize);
        }
    }

    /// Makes later bumps weigh more.
    pub(crate) fn decay(&mut self) {
        self.step /= DECAY;
        if self.step > 1e100 {
            for score in &mut self.scores {
                *score *= 1e-100;
            }
            self.step *= 1e-100;
        }
    }

    /// Takes out the variable with the highest score.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()?;
        let last = self.heap.pop().expect("it is not empty");
        self.places[top as usize] = OUT;
        if last != top {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.down(0);
        }
        Some(top as usize)
    }

    /// Puts a variable back, if it is out.
    #[inline(always)]
    pub(crate) fn insert(&mut self, variable: usize) {
        if self.places[variable] == OUT {
            self.places[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.up(self.heap.len() - 1);
        }
    }

    fn up(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[variable as usize];
        while place > 0 {
            let parent = (place - 1) / 2;
            let above = self.heap[parent];
            if self.scores[above as usize] >= score {
                break;
            }
            self.heap[place] = above;
            self.places[above as usize] = place as u32;
            place = parent;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn down(&mut self, mut place: usize) {
        let variable = self.heap[place];
        let score = self.scores[variable as usize];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            let right = child + 1;
            if right < self.heap.len()
                && self.scores[self.heap[right] as usize] > self.scores[self.heap[child] as usize]
            {
                child = right;
            }
            let below = self.heap[child];
            if self.scores[below as usize] <= score {
                break;
            }
            self.heap[place] = below;
            self.places[below as usize] = place as u32;
            place = child;
        }
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }
}
