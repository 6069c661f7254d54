import { ENCODINGS, type Encoding } from './snapshot.ts'

/** As browsers say it that take our best one. */
const PLAINLY_BEST = new RegExp(`(?:^|,) *${ENCODINGS[0]} *(?:,|$)`)

/** The best of our compressions that an Accept-Encoding takes, by name or as any; a weight of zero refuses it. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  if (PLAINLY_BEST.test(header)) return ENCODINGS[0]
  const taken = new Map(header.split(',').map(readPart))
  return ENCODINGS.find((name) => taken.get(name) ?? taken.get('*') ?? false)
}

/** A name, and whether it is taken. */
function readPart(part: string): [string, boolean] {
  const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
  return [name === 'x-gzip' ? 'gzip' : name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))]
}
