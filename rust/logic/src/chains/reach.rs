//! What follows from a literal by and by: the shortest way to every other, breadth first.

use super::graph::{Graph, Literal, node_of};

const UNSEEN: u32 = u32::MAX;

/// What a literal leads to, with the literal before each on a shortest way.
pub(super) struct Reach {
    before: Vec<Literal>,
    /// Almost locked sets that are not used.
    pub avoided: Vec<usize>,
    /// All that was reached, the nearest first; the start itself is first.
    pub order: Vec<Literal>,
}

impl Reach {
    /// Room for a graph.
    pub(super) fn new(graph: &Graph<'_>) -> Reach {
        Reach {
            before: vec![UNSEEN; graph.next.len()],
            avoided: Vec::new(),
            order: Vec::with_capacity(graph.next.len()),
        }
    }

    /// Looks from a literal along links.
    pub(super) fn over(next: &[Vec<Literal>], start: Literal) -> Reach {
        let mut reach = Reach {
            before: vec![UNSEEN; next.len()],
            avoided: Vec::new(),
            order: Vec::new(),
        };
        reach.follow(next, start);
        reach
    }

    /// Looks from a literal.
    pub(super) fn look(&mut self, graph: &Graph<'_>, start: Literal) {
        for &literal in &self.order {
            self.before[literal as usize] = UNSEEN;
        }
        self.order.clear();
        if graph.sets.is_empty() {
            self.follow(&graph.next, start);
        } else {
            self.follow_sets(graph, start);
        }
    }

    /// An almost locked set counts more than one link, so what is reached waits until its turn
    /// comes: `turns[n]` for literals that cost n.
    fn follow_sets(&mut self, graph: &Graph<'_>, start: Literal) {
        let mut turns: Vec<Vec<(Literal, Literal)>> = vec![vec![(start, start)]];
        let mut distance = 0;
        while distance < turns.len() {
            for (literal, before) in std::mem::take(&mut turns[distance]) {
                if self.before[literal as usize] != UNSEEN {
                    continue;
                }
                self.before[literal as usize] = before;
                self.order.push(literal);
                for &to in &graph.next[literal as usize] {
                    if self.before[to as usize] == UNSEEN && !self.avoids(graph, to) {
                        let turn = distance + graph.cost(to);
                        if turns.len() <= turn {
                            turns.resize(turn + 1, Vec::new());
                        }
                        turns[turn].push((to, literal));
                    }
                }
            }
            distance += 1;
        }
    }

    fn avoids(&self, graph: &Graph<'_>, literal: Literal) -> bool {
        let set = graph.set(node_of(literal));
        set.is_some_and(|set| self.avoided.contains(&set))
    }

    fn follow(&mut self, next: &[Vec<Literal>], start: Literal) {
        self.order.push(start);
        self.before[start as usize] = start;
        let mut place = 0;
        while let Some(&literal) = self.order.get(place) {
            place += 1;
            for &to in &next[literal as usize] {
                if self.before[to as usize] == UNSEEN {
                    self.before[to as usize] = literal;
                    self.order.push(to);
                }
            }
        }
    }

    /// True if the literal was reached.
    #[inline]
    pub(super) fn has(&self, literal: Literal) -> bool {
        self.before[literal as usize] != UNSEEN
    }

    /// The links on the way to a literal.
    pub(super) fn length(&self, mut literal: Literal) -> usize {
        let mut length = 0;
        while self.before[literal as usize] != literal {
            literal = self.before[literal as usize];
            length += 1;
        }
        length
    }

    /// The way to a literal, from the start.
    pub(super) fn way(&self, mut literal: Literal) -> Vec<Literal> {
        let mut way = vec![literal];
        while self.before[literal as usize] != literal {
            literal = self.before[literal as usize];
            way.push(literal);
        }
        way.reverse();
        way
    }
}
