//! What parts and counters cost: the lab's search against the same search written by hand.
//!
//!     cargo run --release --example lab_by_hand < boards.txt
//!
//! Reads 9x9 puzzles, one per line, leaves out those with givens that clash, and runs each to its
//! first solution: with the lab's parts, and with one function for this combination alone, without
//! counters, limits or other layouts. Both must make the same assignments. Prints assignments (or
//! values tried) per second of both.

use std::io::{self, BufRead};
use std::time::Instant;

use nonet_core::contract::Limit;
use nonet_core::lab::{
    self, Frontier, Geometry, Givens, Heuristic, Hooks, Inference, Order, Select, Strategy, Task,
};

const ROUNDS: usize = 5;

fn geometry() -> Geometry {
    let mut groups = vec![Vec::new(); 27];
    for cell in 0..81_u16 {
        let (row, column) = (usize::from(cell / 9), usize::from(cell % 9));
        for group in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
            groups[group].push(cell);
        }
    }
    Geometry::new(9, &groups, 27).expect("rows, columns and boxes")
}

fn strategy(inference: Inference, givens: Givens, select: Select) -> Strategy {
    Strategy {
        frontier: Frontier::Iterative,
        inference,
        givens,
        select,
        order: Order::Ascending,
        explored: false,
        heuristic: Heuristic::OpenCells,
        restart_after: 200,
    }
}

/// Forward checking with the fewest values first: masks, sizes and a trail.
fn forward_mrv(peers: &[[u8; 20]; 81], givens: &[u8]) -> u64 {
    let (mut masks, mut sizes) = ([0_u16; 81], [255_u8; 81]);
    let mut left = 0;
    for cell in 0..81 {
        if givens[cell] == 0 {
            let taken = peers[cell].iter().fold(0, |taken, &peer| {
                taken | (1 << givens[usize::from(peer)] >> 1)
            });
            masks[cell] = 0x1ff & !taken;
            sizes[cell] = masks[cell].count_ones() as u8;
            left += 1;
        }
    }
    let narrowest = |sizes: &[u8; 81]| {
        let least = sizes.iter().fold(255, |least, &size| least.min(size));
        sizes.iter().position(|&size| size == least).unwrap_or(0)
    };
    let mut made = 0;
    let mut trail: Vec<(u8, u16)> = Vec::with_capacity(1000);
    let mut levels: Vec<(usize, u16, usize)> = Vec::with_capacity(81);
    if left == 0 {
        return 0;
    }
    let mut cell = narrowest(&sizes);
    let mut values = masks[cell];
    let mut mark;
    loop {
        if values != 0 {
            let bit = values & values.wrapping_neg();
            values ^= bit;
            made += 1;
            mark = trail.len();
            trail.push((cell as u8, masks[cell]));
            (masks[cell], sizes[cell]) = (0, 255);
            left -= 1;
            let mut alive = true;
            for &peer in &peers[cell] {
                let mask = masks[usize::from(peer)];
                if mask & bit != 0 {
                    trail.push((peer, mask));
                    masks[usize::from(peer)] = mask ^ bit;
                    sizes[usize::from(peer)] -= 1;
                    alive &= mask != bit;
                }
            }
            if alive && left == 0 {
                return made;
            }
            if alive {
                levels.push((cell, values, mark));
                cell = narrowest(&sizes);
                values = masks[cell];
                continue;
            }
        } else if let Some(level) = levels.pop() {
            (cell, values, mark) = level;
        } else {
            return made;
        }
        left += 1;
        while trail.len() > mark {
            let (changed, mask) = trail.pop().expect("it is longer than that");
            masks[usize::from(changed)] = mask;
            sizes[usize::from(changed)] = mask.count_ones() as u8;
        }
    }
}

/// Plain backtracking: the first empty cell, every digit checked against row, column and box.
fn backtracking(givens: &[u8]) -> u64 {
    let (mut rows, mut columns, mut boxes) = ([0_u16; 9], [0_u16; 9], [0_u16; 9]);
    let place = |cell: usize| (cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3);
    let mut open = Vec::new();
    for (cell, &digit) in givens.iter().enumerate() {
        let (row, column, block) = place(cell);
        let bit = 1_u16 << digit >> 1;
        rows[row] |= bit;
        columns[column] |= bit;
        boxes[block] |= bit;
        if digit == 0 {
            open.push((row, column, block));
        }
    }
    let mut made = 0;
    let mut tried = vec![0_u16; open.len()];
    let mut left = vec![0_u16; open.len()];
    let Some(&(row, column, block)) = open.first() else {
        return 0;
    };
    left[0] = 0x1ff & !(rows[row] | columns[column] | boxes[block]);
    let mut depth = 0;
    loop {
        let (row, column, block) = open[depth];
        let old = tried[depth];
        rows[row] &= !old;
        columns[column] &= !old;
        boxes[block] &= !old;
        let bit = left[depth] & left[depth].wrapping_neg();
        tried[depth] = bit;
        if bit == 0 {
            if depth == 0 {
                return made;
            }
            depth -= 1;
            continue;
        }
        left[depth] ^= bit;
        made += 1;
        rows[row] |= bit;
        columns[column] |= bit;
        boxes[block] |= bit;
        depth += 1;
        let Some(&(row, column, block)) = open.get(depth) else {
            return made;
        };
        tried[depth] = 0;
        left[depth] = 0x1ff & !(rows[row] | columns[column] | boxes[block]);
    }
}

fn main() {
    let geometry = geometry();
    let mut peers = [[0; 20]; 81];
    for (cell, list) in peers.iter_mut().enumerate() {
        for (peer, &number) in list.iter_mut().zip(geometry.peers(cell as u16)) {
            *peer = number as u8;
        }
    }
    let boards: Vec<Vec<u8>> = io::stdin()
        .lock()
        .lines()
        .map(|line| line.expect("text"))
        .filter(|line| line.len() >= 81)
        .map(|line| {
            let signs = line.bytes().take(81).map(|sign| sign.wrapping_sub(b'0'));
            signs.map(|d| if d > 9 { 0 } else { d }).collect()
        })
        .filter(|cells: &Vec<u8>| {
            let clashes = |cell: usize, peer: u8| cells[cell] == cells[usize::from(peer)];
            (0..81).all(|cell| {
                cells[cell] == 0 || !peers[cell].iter().any(|&peer| clashes(cell, peer))
            })
        })
        .collect();
    type ByHand<'a> = Box<dyn Fn(&[u8]) -> u64 + 'a>;
    let rows: [(&str, Strategy, ByHand); 2] = [
        (
            "forward checking, MRV",
            strategy(Inference::Forward, Givens::Checked, Select::Mrv),
            Box::new(|givens| forward_mrv(&peers, givens)),
        ),
        (
            "plain backtracking",
            strategy(Inference::None, Givens::Left, Select::First),
            Box::new(backtracking),
        ),
    ];
    println!("| strategy | boards | assignments/s by hand | with parts | ratio | values tried/s |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (name, strategy, by_hand) in rows {
        let (mut made, mut tried) = (0, 0);
        let (mut hand, mut parts) = (f64::MAX, f64::MAX);
        for _ in 0..ROUNDS {
            let started = Instant::now();
            let alone: Vec<u64> = boards.iter().map(|givens| by_hand(givens)).collect();
            hand = hand.min(started.elapsed().as_secs_f64());
            let started = Instant::now();
            let tallies: Vec<lab::Tally> = boards
                .iter()
                .map(|givens| {
                    let task = Task {
                        geometry: &geometry,
                        givens,
                        allowed: None,
                    };
                    let hooks = Hooks {
                        go_on: &mut |_| true,
                        own: None,
                    };
                    let limit = Limit {
                        solutions: 1,
                        ..Limit::NONE
                    };
                    lab::run(&strategy, task, limit, 0, hooks).tally
                })
                .collect();
            parts = parts.min(started.elapsed().as_secs_f64());
            let counted: Vec<u64> = tallies.iter().map(|tally| tally.assignments).collect();
            assert_eq!(alone, counted, "the searches differ");
            made = counted.iter().sum();
            tried = tallies.iter().map(|tally| tally.generated).sum();
        }
        println!(
            "| {name} | {} | {:.0} | {:.0} | {:.2} | {:.0} |",
            boards.len(),
            made as f64 / hand,
            made as f64 / parts,
            hand / parts,
            tried as f64 / parts
        );
    }
}
