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
use super::clusters::{Cluster, Counting};
use super::grid::Grid;
use super::proof::{Inference, Truth};
use super::search::{Flow, Options, Sink, Technique};
use super::step::{Cand, Mark, Step, cands};
use super::turbot::strong_links;

/// Places of a digit that strong links join, in two colours.
struct Coloured {
    digit: usize,
    /// The cells of both colours.
    colours: [CellSet; 2],
    cluster: Cluster,
}

/// What sees both colours of a cluster is false.
pub(super) fn trap(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    each_cluster(grid, options, &mut |cluster| {
        let [a, b] = cluster.colours;
        let victims = (seen_by(grid, cluster, a) & seen_by(grid, cluster, b)) - (a | b);
        if victims.is_empty() || cluster.cluster.links.len() < 2 {
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
pub(super) fn wrap(
    grid: &Grid,
    technique: &Technique,
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    each_cluster(grid, options, &mut |cluster| {
        for colour in cluster.colours {
            if let Some((one, other)) = meeting(grid, colour, colour) {
                let (one, other) = (cluster.at(one), cluster.at(other));
                let mut count = Counting::default();
                count.walk_from_false(&cluster.cluster.way(one, other));
                count.link(other, one);
                let mut proof = vec![count.finish(one)];
                cluster.cluster.spread(one, false, &mut proof);
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
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    each_pair(grid, options, &mut |one, other| {
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
    options: &Options,
    sink: &mut Sink<'_>,
) -> Flow {
    each_pair(grid, options, &mut |one, other| {
        for (one, other) in [(one, other), (other, one)] {
            for colour in one.colours {
                let [q, r] = other.colours;
                let (Some((x, y)), Some((z, w))) =
                    (meeting(grid, colour, q), meeting(grid, colour, r))
                else {
                    continue;
                };
                let [x, y, z, w] = [x, y, z, w].map(|cell| one.at(cell));
                let mut count = Counting::default();
                count.walk_from_false(&one.cluster.way(x, z));
                count.link(z, w);
                count.walk(&other.cluster.way(w, y));
                count.link(y, x);
                let mut proof = vec![count.finish(x)];
                one.cluster.spread(x, false, &mut proof);
                sink(step(technique, &[one, other], colour, proof))?;
            }
        }
        Flow::Continue(())
    })
}

fn each_cluster(grid: &Grid, options: &Options, found: &mut dyn FnMut(&Coloured) -> Flow) -> Flow {
    for digit in options.digits_of(grid) {
        for cluster in clusters(grid, digit) {
            found(&cluster)?;
        }
    }
    Flow::Continue(())
}

fn each_pair(
    grid: &Grid,
    options: &Options,
    found: &mut dyn FnMut(&Coloured, &Coloured) -> Flow,
) -> Flow {
    for digit in options.digits_of(grid) {
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
fn clusters(grid: &Grid, digit: usize) -> Vec<Coloured> {
    let links = strong_links(grid, digit);
    let mut done = CellSet::EMPTY;
    let mut clusters = Vec::new();
    for start in grid.places[digit] {
        let is_linked = links.iter().any(|link| link.ends.contains(&start));
        if done.has(start) || !is_linked {
            continue;
        }
        let cluster = Cluster::grow(Cand::new(start, digit), &mut |one, found| {
            let cell = usize::from(one.cell);
            for link in links.iter().filter(|link| link.ends.contains(&cell)) {
                let [a, b] = link.ends;
                let other = if a == cell { b } else { a };
                found(Cand::new(other, digit), Truth::House(link.house, digit));
            }
        });
        let cells = |colour: &Vec<Cand>| colour.iter().map(|one| usize::from(one.cell)).collect();
        let colours: [CellSet; 2] = [cells(&cluster.colours[0]), cells(&cluster.colours[1])];
        done |= colours[0] | colours[1];
        clusters.push(Coloured {
            digit,
            colours,
            cluster,
        });
    }
    clusters
}

/// The places of the digit that see a cell of a set.
fn seen_by(grid: &Grid, cluster: &Coloured, cells: CellSet) -> CellSet {
    let peers = cells
        .iter()
        .fold(CellSet::EMPTY, |all, cell| all | grid.geometry.peers[cell]);
    grid.places[cluster.digit] & peers
}

impl Coloured {
    fn at(&self, cell: usize) -> Cand {
        Cand::new(cell, self.digit)
    }

    /// Proves that a victim which sees both colours is false: along the shortest way between them.
    fn trapped(&self, grid: &Grid, victim: usize) -> Inference {
        let peers = grid.geometry.peers[victim];
        let [a, b] = self.colours;
        let pairs = (a & peers)
            .iter()
            .flat_map(|from| (b & peers).iter().map(move |to| (from, to)));
        let ways = pairs.map(|(from, to)| self.cluster.way(self.at(from), self.at(to)));
        let way = ways.min_by_key(Vec::len).unwrap_or_default();
        let mut count = Counting::default();
        count.walk(&way);
        for end in [way.first(), way.last()].into_iter().flatten() {
            count.link(end.0, self.at(victim));
        }
        count.finish(self.at(victim))
    }
}

/// From u along the links to x, over to y, and along the links to w; the victim sees u and w.
fn bridge(
    one: &Coloured,
    other: &Coloured,
    (x, y): (usize, usize),
    (u, w): (usize, usize),
    victim: usize,
) -> Inference {
    let [x, y, u, w, victim] = [x, y, u, w, victim].map(|cell| one.at(cell));
    let mut count = Counting::default();
    count.walk(&one.cluster.way(u, x));
    count.link(x, y);
    count.walk(&other.cluster.way(y, w));
    count.link(u, victim);
    count.link(w, victim);
    count.finish(victim)
}

fn step(
    technique: &Technique,
    clusters: &[&Coloured],
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
