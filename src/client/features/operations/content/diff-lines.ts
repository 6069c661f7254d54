export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Compares two texts line by line: the longest common subsequence stays, all other lines were removed or added. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  const common = commonLengths(old, next)
  const lines: DiffLine[] = []
  let [at, to] = [0, 0]
  while (at < old.length || to < next.length) {
    const [removed, added] = [old[at], next[to]]
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed })
      at += 1
      to += 1
    } else if (
      added === undefined ||
      (removed !== undefined && lengthAt(common, at + 1, to) >= lengthAt(common, at, to + 1))
    ) {
      lines.push({ kind: 'removed', text: removed ?? '' })
      at += 1
    } else {
      lines.push({ kind: 'added', text: added })
      to += 1
    }
  }
  return lines
}

/** An empty text has no lines. */
const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

const lengthAt = (common: readonly (readonly number[])[], at: number, to: number) => common[at]?.[to] ?? 0

/** For each pair of positions, the number of lines that the remainders have in common, in order. */
function commonLengths(old: readonly string[], next: readonly string[]): readonly (readonly number[])[] {
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(next.length + 1).fill(0))
  for (let at = old.length - 1; at >= 0; at -= 1)
    for (let to = next.length - 1; to >= 0; to -= 1) {
      const row = common[at]
      if (!row) continue
      row[to] =
        old[at] === next[to]
          ? lengthAt(common, at + 1, to + 1) + 1
          : Math.max(lengthAt(common, at + 1, to), lengthAt(common, at, to + 1))
    }
  return common
}
