//! Clusters: candidates that strong links join, in two colours. All of one colour are true, or all
//! of the other.

use super::proof::{Inference, Truth};
use super::step::Cand;

/// A cluster, with one way to each of its candidates.
pub(super) struct Cluster {
    /// The candidates of both colours.
    pub colours: [Vec<Cand>; 2],
    /// A tree: each link leads from a candidate that was there before to a new one, which has no
    /// other rival in that cell or house.
    pub links: Vec<(Cand, Cand, Truth)>,
}

/// Names candidates that strong links join to one, with the truths that make them so.
pub(super) type Rivals<'a> = dyn FnMut(Cand, &mut dyn FnMut(Cand, Truth)) + 'a;

/// A way along the links: each candidate with the truth by which it is reached; the first has none.
pub(super) type Way = Vec<(Cand, Option<Truth>)>;

impl Cluster {
    /// Grows a cluster from a candidate.
    pub(super) fn grow(start: Cand, rivals: &mut Rivals<'_>) -> Cluster {
        let mut colours = [vec![start], Vec::new()];
        let mut links = Vec::new();
        let mut queue = vec![(start, 0)];
        let mut next = 0;
        while let Some(&(one, colour)) = queue.get(next) {
            next += 1;
            rivals(one, &mut |other, truth| {
                if colours.iter().all(|colour| !colour.contains(&other)) {
                    colours[1 - colour].push(other);
                    links.push((one, other, truth));
                    queue.push((other, 1 - colour));
                }
            });
        }
        for colour in &mut colours {
            colour.sort_unstable();
        }
        Cluster { colours, links }
    }

    /// The way from one candidate to another along the links.
    pub(super) fn way(&self, from: Cand, to: Cand) -> Way {
        // Upwards, each candidate with its link to the parent.
        let up = |mut one: Cand| {
            let mut way = Vec::new();
            while let Some((parent, _, truth)) = self.links.iter().find(|link| link.1 == one) {
                way.push((one, truth));
                one = *parent;
            }
            (way, one)
        };
        let ((mut rising, mut top), (mut falling, _)) = (up(from), up(to));
        while let (Some(one), Some(other)) = (rising.last(), falling.last()) {
            if one.0 != other.0 {
                break;
            }
            top = one.0;
            rising.pop();
            falling.pop();
        }
        let mut way = vec![(from, None)];
        for (place, &(_, truth)) in rising.iter().enumerate() {
            let next = rising.get(place + 1).map_or(top, |next| next.0);
            way.push((next, Some(truth.clone())));
        }
        let down = falling.into_iter().rev();
        way.extend(down.map(|(one, truth)| (one, Some(truth.clone()))));
        way
    }

    /// From a candidate that is true or false on, decides the others one by one.
    pub(super) fn spread(&self, start: Cand, is_true: bool, proof: &mut Vec<Inference>) {
        let mut queue = vec![(start, is_true)];
        let mut next = 0;
        while let Some(&(one, on)) = queue.get(next) {
            next += 1;
            for (a, b, truth) in &self.links {
                let other = match (*a == one, *b == one) {
                    (true, _) => *b,
                    (_, true) => *a,
                    _ => continue,
                };
                if queue.iter().any(|&(done, _)| done == other) {
                    continue;
                }
                let (truth, off) = (truth.clone(), vec![other]);
                proof.push(match on {
                    true => Inference::Sees { on: one, off },
                    false => Inference::Last { truth, on: other },
                });
                queue.push((other, !on));
            }
        }
    }
}

/// A proof by counting, put together along ways of strong links: those of a chain are truths and
/// links by turns.
#[derive(Default)]
pub(super) struct Counting {
    truths: Vec<Truth>,
    links: Vec<Vec<Cand>>,
}

impl Counting {
    /// Two candidates that exclude each other.
    pub(super) fn link(&mut self, one: Cand, other: Cand) {
        self.links.push(vec![one, other]);
    }

    /// Along a way of an odd number of links: the first, third, ... are truths.
    pub(super) fn walk(&mut self, way: &Way) {
        self.alternate(way, true);
    }

    /// Along a way of an even number of links: the second, fourth, ... are truths.
    pub(super) fn walk_from_false(&mut self, way: &Way) {
        self.alternate(way, false);
    }

    fn alternate(&mut self, way: &Way, mut is_truth: bool) {
        for pair in way.windows(2) {
            match &pair[1].1 {
                Some(truth) if is_truth => self.truths.push(truth.clone()),
                _ => self.link(pair[0].0, pair[1].0),
            }
            is_truth = !is_truth;
        }
    }

    /// What was counted leaves no room for a candidate.
    pub(super) fn finish(self, off: Cand) -> Inference {
        Inference::Count {
            truths: self.truths,
            links: self.links,
            off: vec![off],
        }
    }
}
