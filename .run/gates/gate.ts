/** How one gate ended. A gate without tests of its own counts as one check. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  /** Why something was skipped, one line each. */
  reasons: string[]
  /** What a reader needs to mend the failure. */
  output: string
}

export type GateName = (typeof GATE_NAMES)[number]

/** In the order in which they are reported. */
export const GATE_NAMES = [
  'lint',
  'types',
  'architecture',
  'unused',
  'unit',
  'property',
  'client',
  'simulation',
  'integration',
  'build',
  'browser',
] as const

export const NOTHING: Outcome = { passed: 0, failed: 0, skipped: 0, reasons: [], output: '' }

/** The outcome of a gate that is a single check. */
export function asOutcome({ ok, output }: { ok: boolean; output: string }): Outcome {
  return { ...NOTHING, passed: ok ? 1 : 0, failed: ok ? 0 : 1, output: ok ? '' : output }
}
