//! The frontiers whose waiting nodes are separate states: a stack, a queue, or a heap.
//!
//! A waiting node is small: the board of its parent, shared with its siblings, and what to place on
//! it. The board of the search becomes that of the node when its turn comes.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::rc::Rc;

use super::board::Snapshot;
use super::explorer::{Explorer, Halt};
use super::mask::Mask;
use super::parts::{Frontier, Heuristic};

/// A waiting node: its parent's board, its depth, and the cell and digit to place.
struct Node<M> {
    parent: Rc<Snapshot<M>>,
    depth: u64,
    cell: u16,
    digit: u8,
}

/// A node in the heap: the least rank comes first, then the deeper, then the older.
struct Ranked<M> {
    rank: Reverse<(u64, Reverse<u64>, u64)>,
    node: Node<M>,
}

impl<M> PartialEq for Ranked<M> {
    fn eq(&self, other: &Ranked<M>) -> bool {
        self.rank == other.rank
    }
}

impl<M> Eq for Ranked<M> {}

impl<M> PartialOrd for Ranked<M> {
    fn partial_cmp(&self, other: &Ranked<M>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<M> Ord for Ranked<M> {
    fn cmp(&self, other: &Ranked<M>) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// The nodes that wait.
enum Waiting<M> {
    Stack(Vec<Node<M>>),
    Queue(VecDeque<Node<M>>),
    Heap(BinaryHeap<Ranked<M>>),
}

impl<M> Waiting<M> {
    fn new(frontier: Frontier) -> Waiting<M> {
        match frontier {
            Frontier::Stack => Waiting::Stack(Vec::new()),
            Frontier::Queue => Waiting::Queue(VecDeque::new()),
            _ => Waiting::Heap(BinaryHeap::new()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Waiting::Stack(nodes) => nodes.len(),
            Waiting::Queue(nodes) => nodes.len(),
            Waiting::Heap(nodes) => nodes.len(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Waiting::Stack(nodes) => nodes.capacity() * size_of::<Node<M>>(),
            Waiting::Queue(nodes) => nodes.capacity() * size_of::<Node<M>>(),
            Waiting::Heap(nodes) => nodes.capacity() * size_of::<Ranked<M>>(),
        }
    }

    fn take(&mut self) -> Option<Node<M>> {
        match self {
            Waiting::Stack(nodes) => nodes.pop(),
            Waiting::Queue(nodes) => nodes.pop_front(),
            Waiting::Heap(nodes) => nodes.pop().map(|ranked| ranked.node),
        }
    }
}

/// The states seen so far, by their digits.
#[derive(Default)]
struct Explored(HashSet<Box<[u8]>>);

impl Explored {
    /// Remembers a state; false if an equal one is known.
    fn add(&mut self, digits: &[u8]) -> bool {
        !self.0.contains(digits) && self.0.insert(digits.into())
    }

    /// Bytes in use: a key of 16 bytes and one of control per slot, and each board with the word
    /// that allocating it takes.
    fn bytes(&self, cells: usize) -> usize {
        self.0.capacity() * 17 + self.0.len() * (cells.next_multiple_of(16) + 16)
    }
}

impl<M: Mask> Explorer<'_, M> {
    /// Visits the waiting nodes in the order of the frontier, and generates all children of a node
    /// at once.
    pub(crate) fn best_first(&mut self) -> Result<(), Halt> {
        let mut waiting = Waiting::new(self.strategy.frontier);
        let mut explored = self.strategy.explored.then(Explored::default);
        let mut kept = 0;
        let mut serial = 0;
        self.board.settle();
        self.put_children(1, &mut waiting, &mut explored, &mut serial, &mut kept)?;
        while waiting.len() > 0 {
            let cells = self.board.geometry.cells();
            self.bytes = kept + waiting.bytes();
            self.bytes += explored
                .as_ref()
                .map_or(0, |explored| explored.bytes(cells));
            self.go_on()?;
            let Some(node) = waiting.take() else { break };
            self.waiting = waiting.len() as u64;
            self.board.load(&node.parent);
            if Rc::strong_count(&node.parent) == 1 {
                kept -= node.parent.bytes();
            }
            if self.conclude(node.cell, node.digit).is_err() {
                continue;
            }
            if self.board.open() == 0 {
                self.found()?;
                continue;
            }
            let depth = node.depth + 1;
            self.put_children(depth, &mut waiting, &mut explored, &mut serial, &mut kept)?;
        }
        Ok(())
    }

    /// Expands the board and puts its children, without those already explored.
    fn put_children(
        &mut self,
        depth: u64,
        waiting: &mut Waiting<M>,
        explored: &mut Option<Explored>,
        serial: &mut u64,
        kept: &mut usize,
    ) -> Result<(), Halt> {
        self.options.clear();
        self.expand(depth)?;
        let parent = Rc::new(self.board.snapshot());
        let before = waiting.len();
        if let Waiting::Stack(_) = waiting {
            // The first child is visited first, so it is put last. Which one is dropped as known
            // depends on the order they are looked up in.
            self.drop_known(explored);
            self.options.reverse();
        }
        for number in 0..self.options.len() {
            let (cell, digit) = self.options[number];
            let node = || Node {
                parent: Rc::clone(&parent),
                depth,
                cell,
                digit,
            };
            match waiting {
                Waiting::Stack(nodes) => nodes.push(node()),
                Waiting::Queue(nodes) => {
                    if self.is_new(cell, digit, explored) {
                        nodes.push_back(node());
                    }
                }
                Waiting::Heap(nodes) => {
                    if self.is_new(cell, digit, explored) {
                        let rank = self.rank(cell, digit, depth);
                        nodes.push(Ranked {
                            rank: Reverse((rank, Reverse(depth), *serial)),
                            node: node(),
                        });
                        *serial += 1;
                    }
                }
            }
        }
        if waiting.len() > before {
            *kept += parent.bytes();
        }
        Ok(())
    }

    fn drop_known(&mut self, explored: &mut Option<Explored>) {
        let mut options = std::mem::take(&mut self.options);
        options.retain(|&(cell, digit)| self.is_new(cell, digit, explored));
        self.options = options;
    }

    /// Remembers a child; false if an equal state is known.
    fn is_new(&mut self, cell: u16, digit: u8, explored: &mut Option<Explored>) -> bool {
        let Some(explored) = explored else {
            return true;
        };
        self.board.digits[usize::from(cell)] = digit;
        let is_new = explored.add(&self.board.digits);
        self.board.digits[usize::from(cell)] = 0;
        self.tally.skipped += u64::from(!is_new);
        is_new
    }

    /// What the heap sorts by: the estimate for a child and, for A*, the values assigned.
    fn rank(&mut self, cell: u16, digit: u8, depth: u64) -> u64 {
        let mark = self.board.mark();
        self.board.place(cell, digit);
        let estimate = match self.strategy.heuristic {
            Heuristic::OpenCells => self.board.open() as u64,
            Heuristic::ValuesLeft => {
                let sizes = self
                    .board
                    .open_cells()
                    .map(|cell| self.board.size(cell) as u64);
                sizes.sum()
            }
        };
        self.board.undo(mark);
        match self.strategy.frontier {
            Frontier::AStar => depth + estimate,
            _ => estimate,
        }
    }
}
