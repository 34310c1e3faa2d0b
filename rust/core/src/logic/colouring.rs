//! Colouring of one digit: strong links join its places to clusters, whose two colours are true
//! and false, or the other way round.
//!
//! ```text
//!   A === b === A     A trap: what sees an A and a b is false.
//!         |           A wrap: two A see each other, so A is false.
//!         c === D     Two clusters: b and c exclude each other, so A or D is true (1); an A that
//!                     sees both c and D makes A false (2).
//! ```

use super::cellset::CellSet;
use super::grid::Grid;
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};
use super::turbot::strong_links;

/// Places of a digit that strong links join, in two colours.
pub(super) struct Cluster {
    digit: usize,
    /// The cells of both colours.
    colours: [CellSet; 2],
    /// Every pair of cells with the house that joins them.
    links: Vec<(usize, usize, usize)>,
}

/// What sees both colours of a cluster is false.
pub(super) fn trap(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    each_cluster(grid, &mut |cluster| {
        let [a, b] = cluster.colours;
        let victims = (seen_by(grid, cluster, a) & seen_by(grid, cluster, b)) - (a | b);
        if victims.is_empty() || cluster.links.len() < 2 {
            return Flow::Continue(());
        }
        let proof = victims
            .iter()
            .map(|victim| cluster.trapped(grid, victim))
            .collect();
        sink(step(technique, &[cluster], victims, proof))
    })
}

/// A colour of which two cells see each other is false.
pub(super) fn wrap(grid: &Grid, technique: &Technique, _: &Options, sink: &mut Sink<'_>) -> Flow {
    each_cluster(grid, &mut |cluster| {
        for colour in cluster.colours {
            if let Some((one, other)) = meeting(grid, colour, colour) {
                let mut count = Counting::new(cluster.digit);
                count.walk_from_false(&cluster.path(one, other));
                count.link(other, one);
                let mut proof = vec![count.finish(one)];
                cluster.spread(one, &mut proof);
                sink(step(technique, &[cluster], colour, proof))?;
            }
        }
        Flow::Continue(())
    })
}

/// Two clusters: colours that see each other are not both true, so what sees both of the opposite
/// colours is false.
pub(super) fn multi_1(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    each_pair(grid, &mut |one, other| {
        let mut victims = CellSet::EMPTY;
        let mut proof = Vec::new();
        for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let Some(joint) = meeting(grid, one.colours[a], other.colours[b]) else {
                continue;
            };
            let (u, w) = (one.colours[1 - a], other.colours[1 - b]);
            let seen = seen_by(grid, one, u) & seen_by(grid, other, w);
            proof.extend((seen - victims).iter().filter_map(|victim| {
                let peers = grid.geometry.peers[victim];
                let ends = ((u & peers).first()?, (w & peers).first()?);
                Some(bridge(one, other, joint, ends, victim))
            }));
            victims |= seen;
        }
        if victims.is_empty() {
            return Flow::Continue(());
        }
        sink(step(technique, &[one, other], victims, proof))
    })
}

/// The first cell of one set that sees a cell of another, and that cell.
fn meeting(grid: &Grid, one: CellSet, other: CellSet) -> Option<(usize, usize)> {
    one.iter()
        .find_map(|cell| Some((cell, (grid.geometry.peers[cell] & other).first()?)))
}

/// Two clusters: a colour that sees both colours of the other cluster is false.
pub(super) fn multi_2(
    grid: &Grid,
    technique: &Technique,
    _: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    each_pair(grid, &mut |one, other| {
        for (one, other) in [(one, other), (other, one)] {
            for colour in one.colours {
                let [q, r] = other.colours;
                let (Some((x, y)), Some((z, w))) =
                    (meeting(grid, colour, q), meeting(grid, colour, r))
                else {
                    continue;
                };
                let mut count = Counting::new(one.digit);
                count.walk_from_false(&one.path(x, z));
                count.link(z, w);
                count.walk(&other.path(w, y));
                count.link(y, x);
                let mut proof = vec![count.finish(x)];
                one.spread(x, &mut proof);
                sink(step(technique, &[one, other], colour, proof))?;
            }
        }
        Flow::Continue(())
    })
}

fn each_cluster(grid: &Grid, found: &mut dyn FnMut(&Cluster) -> Flow) -> Flow {
    for digit in 0..grid.geometry.size {
        for cluster in clusters(grid, digit) {
            found(&cluster)?;
        }
    }
    Flow::Continue(())
}

fn each_pair(grid: &Grid, found: &mut dyn FnMut(&Cluster, &Cluster) -> Flow) -> Flow {
    for digit in 0..grid.geometry.size {
        let clusters = clusters(grid, digit);
        for (place, one) in clusters.iter().enumerate() {
            for other in &clusters[place + 1..] {
                found(one, other)?;
            }
        }
    }
    Flow::Continue(())
}

/// The clusters of a digit, by their first cell.
pub(super) fn clusters(grid: &Grid, digit: usize) -> Vec<Cluster> {
    let links = strong_links(grid, digit);
    let mut coloured = CellSet::EMPTY;
    let mut clusters = Vec::new();
    for start in grid.places[digit] {
        let is_linked = links.iter().any(|link| link.ends.contains(&start));
        if coloured.has(start) || !is_linked {
            continue;
        }
        let mut cluster = Cluster {
            digit,
            colours: [CellSet::of(start), CellSet::EMPTY],
            links: Vec::new(),
        };
        let mut queue = vec![(start, 0)];
        let mut next = 0;
        while let Some(&(cell, colour)) = queue.get(next) {
            next += 1;
            for link in links.iter().filter(|link| link.ends.contains(&cell)) {
                let [a, b] = link.ends;
                let other = if a == cell { b } else { a };
                let seen = cluster.colours[0] | cluster.colours[1];
                if !seen.has(other) {
                    cluster.colours[1 - colour].insert(other);
                    cluster.links.push((cell, other, link.house));
                    queue.push((other, 1 - colour));
                }
            }
        }
        coloured |= cluster.colours[0] | cluster.colours[1];
        clusters.push(cluster);
    }
    clusters
}

/// The places of the digit that see a cell of a set.
fn seen_by(grid: &Grid, cluster: &Cluster, cells: CellSet) -> CellSet {
    let peers = cells
        .iter()
        .fold(CellSet::EMPTY, |all, cell| all | grid.geometry.peers[cell]);
    grid.places[cluster.digit] & peers
}

impl Cluster {
    /// The cells from one to another along the links, each with the house by which it is reached.
    ///
    /// The links are a tree: each one leads from a cell that was there before to a new one.
    fn path(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        // Upwards, each cell with the house of its link to the parent; the root has none.
        let up = |mut cell: usize| {
            let mut way = Vec::new();
            while let Some(&(parent, _, house)) = self.links.iter().find(|link| link.1 == cell) {
                way.push((cell, house));
                cell = parent;
            }
            (way, cell)
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
        let mut path = vec![(from, usize::MAX)];
        for (place, &(_, house)) in rising.iter().enumerate() {
            let next = rising.get(place + 1).map_or(top, |next| next.0);
            path.push((next, house));
        }
        path.extend(falling.into_iter().rev());
        path
    }

    /// Proves that a victim which sees both colours is false: along the shortest way between them.
    fn trapped(&self, grid: &Grid, victim: usize) -> Inference {
        let peers = grid.geometry.peers[victim];
        let [a, b] = self.colours;
        let mut best: Option<Vec<(usize, usize)>> = None;
        for from in a & peers {
            for to in b & peers {
                let path = self.path(from, to);
                if best.as_ref().is_none_or(|best| path.len() < best.len()) {
                    best = Some(path);
                }
            }
        }
        let path = best.unwrap_or_default();
        let mut count = Counting::new(self.digit);
        count.walk(&path);
        for end in [path.first(), path.last()].into_iter().flatten() {
            count.link(end.0, victim);
        }
        count.finish(victim)
    }

    /// From a false cell on, decides the others one by one.
    fn spread(&self, start: usize, proof: &mut Vec<Inference>) {
        let mut queue = vec![(start, false)];
        let mut next = 0;
        while let Some(&(cell, on)) = queue.get(next) {
            next += 1;
            for &(one, two, house) in &self.links {
                if one != cell && two != cell {
                    continue;
                }
                let other = if one == cell { two } else { one };
                if queue.iter().any(|&(done, _)| done == other) {
                    continue;
                }
                let [cell, target] = [cell, other].map(|cell| Cand::new(cell, self.digit));
                proof.push(if on {
                    Inference::Sees {
                        on: cell,
                        off: vec![target],
                    }
                } else {
                    Inference::Last {
                        truth: Truth::House(house, self.digit),
                        on: target,
                    }
                });
                queue.push((other, !on));
            }
        }
    }
}

/// From u along the links to x, over to y, and along the links to w; the victim sees u and w.
fn bridge(
    one: &Cluster,
    other: &Cluster,
    (x, y): (usize, usize),
    (u, w): (usize, usize),
    victim: usize,
) -> Inference {
    let mut count = Counting::new(one.digit);
    count.walk(&one.path(u, x));
    count.link(x, y);
    count.walk(&other.path(y, w));
    count.link(u, victim);
    count.link(w, victim);
    count.finish(victim)
}

/// A proof by counting, put together along a chain.
struct Counting {
    digit: usize,
    truths: Vec<Truth>,
    links: Vec<Vec<Cand>>,
}

impl Counting {
    fn new(digit: usize) -> Counting {
        Counting {
            digit,
            truths: Vec::new(),
            links: Vec::new(),
        }
    }

    fn link(&mut self, one: usize, other: usize) {
        self.links.push(cands([one, other], self.digit));
    }

    /// Along a way of an odd number of links: the first, third, ... are truths.
    fn walk(&mut self, path: &[(usize, usize)]) {
        self.alternate(path, true);
    }

    /// Along a way of an even number of links: the second, fourth, ... are truths.
    fn walk_from_false(&mut self, path: &[(usize, usize)]) {
        self.alternate(path, false);
    }

    fn alternate(&mut self, path: &[(usize, usize)], mut is_truth: bool) {
        for pair in path.windows(2) {
            let [(one, _), (other, house)] = [pair[0], pair[1]];
            if is_truth {
                self.truths.push(Truth::House(house, self.digit));
            } else {
                self.link(one, other);
            }
            is_truth = !is_truth;
        }
    }

    fn finish(self, off: usize) -> Inference {
        Inference::Count {
            truths: self.truths,
            links: self.links,
            off: cands([off], self.digit),
        }
    }
}

fn step(
    technique: &Technique,
    clusters: &[&Cluster],
    victims: CellSet,
    proof: Vec<Inference>,
) -> Step {
    let digit = clusters[0].digit;
    let roles = [["on", "off"], ["set-a", "set-b"]];
    let mut step = technique.step();
    for (cluster, roles) in clusters.iter().zip(roles) {
        for (role, colour) in roles.into_iter().zip(cluster.colours) {
            step.marks
                .push(Mark::candidates(role, cands(colour, digit)));
        }
    }
    step.eliminations = cands(victims, digit);
    step.proof = proof;
    step
}
