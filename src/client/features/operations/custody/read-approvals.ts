import { CustodyApproval } from '#contract/operations-custody.ts'

/** The signatures as the command prints them, one on each line; `undefined` if a line is something else. */
export function readApprovals(text: string): readonly CustodyApproval[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const approvals = lines.flatMap((line) => {
    const read = CustodyApproval.safeParse(parseJson(line))
    return read.success ? [read.data] : []
  })
  return approvals.length === lines.length ? approvals : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
