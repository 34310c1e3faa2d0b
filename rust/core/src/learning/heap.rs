//! The order in which variables are guessed: VSIDS on a binary heap that knows where each variable
//! is.
//!
//! ```text
//!   place       0   1   2   3   4
//!   heap      [ 7 | 2 | 9 | 4 | 0 ]       the score of a parent is never below that of a child:
//!                                         7 above 2 and 9, 2 above 4 and 0
//!
//!   variable    0   1     2   3   ...
//!   places    [ 4 | OUT | 1 | OUT ... ]   places[heap[i]] == i
//! ```
//!
//! Scores should fade with every conflict. Instead of multiplying all of them by 0.8, the next
//! bump weighs 1 / 0.8 times as much: only ratios matter. Once bumps get too large for a float,
//! everything is scaled down.
//!
//! Every open variable is in the heap. Assigned ones may be there as well: they are dropped when
//! they come to the top, and put back when they are unassigned.

/// A max-heap of variables by score.
pub(crate) struct Heap {
    /// By variable.
    scores: Vec<f64>,
    /// Variables; the children of place i are at 2 i + 1 and 2 i + 2.
    heap: Vec<u32>,
    /// By variable: its place in the heap, or [`OUT`].
    places: Vec<u32>,
    /// What the next bump adds.
    step: f64,
}

/// The place of a variable that is not in the heap.
const OUT: u32 = u32::MAX;
/// How much of a score is left after a conflict. That forgets fast; with 0.95, as in many solvers,
/// minimal 25x25 boards took a third more conflicts.
const DECAY: f64 = 0.8;

impl Heap {
    pub(crate) fn new(count: usize) -> Heap {
        Heap {
            // All scores are equal, so any order is a heap.
            scores: vec![0.0; count],
            heap: (0..count as u32).collect(),
            places: (0..count as u32).collect(),
            step: 1.0,
        }
    }

    /// Sets a score, up or down.
    pub(crate) fn set(&mut self, variable: usize, score: f64) {
        self.scores[variable] = score;
        if self.places[variable] != OUT {
            let place = self.places[variable] as usize;
            self.up(place);
            self.down(self.places[variable] as usize);
        }
    }

    /// Raises the score of a variable that took part in a conflict.
    #[inline(always)]
    pub(crate) fn bump(&mut self, variable: usize) {
        self.scores[variable] += self.step;
        if self.places[variable] != OUT {
            // A score only rises here, so it cannot sink.
            self.up(self.places[variable] as usize);
        }
    }

    /// Ends a conflict: later bumps weigh more.
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
        // The last leaf replaces the root and sinks from there.
        let last = self.heap.pop().expect("it is not empty");
        self.places[top as usize] = OUT;
        // If they are the same, the heap is empty now.
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

    /// Lifts the variable at a place to where its parent is no smaller. It is written once, in the
    /// end; on the way only the others move.
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

    /// The counterpart of [`Heap::up`]: sinks below the larger child.
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
