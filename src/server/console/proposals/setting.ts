import * as z from 'zod/mini'
import { type Rejected, rejected } from '#contract/rejected.ts'
import type { ProposalKind } from '#domain/operator-rights.ts'
import type { Transaction } from '../../store/database.ts'
import type { Act } from '../act.ts'
import { propose } from './proposal.ts'

type Part = string | number | boolean | null
type Parts = Readonly<Record<string, Part>>
/** A setting as its form sends it: a proposal stores it unchanged. */
type Setting = Readonly<Record<string, Part | undefined | Parts | readonly Parts[]>>

const PartOnWire = z.union([z.string(), z.number(), z.boolean(), z.null()])
const PartsOnWire = z.record(z.string(), PartOnWire)
const SettingOnWire = z.record(z.string(), z.union([PartOnWire, PartsOnWire, z.array(PartsOnWire)]))
/** `before` is `null` for a new thing; `version` is the one to change, for settings with versions. */
const Payload = z.object({
  before: z.nullable(SettingOnWire),
  after: SettingOnWire,
  version: z.optional(z.int()),
})

interface ProposedSetting {
  readonly kind: ProposalKind
  /** The market, level, coin or day: each has one open proposal of a kind at a time. */
  readonly subject?: string
  /** The person concerned, who also has one open proposal of a kind at a time. */
  readonly userId?: number
  /** Absent for a new thing. */
  readonly before: Setting | undefined
  readonly after: Setting
  /** The version that the form was opened with, for settings with versions. */
  readonly version?: number
}

/** Writes a checked change for another operator to approve. Refuses NOTHING_TO_CHANGE, TOO_MANY_PROPOSALS, PROPOSAL_EXISTS. */
export async function proposeSetting(
  tx: Transaction,
  { kind, subject, userId, before, after, version }: ProposedSetting,
  { act, at }: { act: Act; at: Date },
): Promise<{ readonly id: number } | Rejected> {
  const changes = changeDetails(before, after)
  if (Object.keys(changes).length === 0) return rejected('NOTHING_TO_CHANGE')
  const payload = JSON.stringify({ before: before ?? null, after, version })
  const details = { ...(subject !== undefined && { subject }), ...changes }
  return propose(tx, { kind, userId, subject, payload, loggedAs: `${kind}_PROPOSED`, details }, { act, at })
}

/** A stored setting by its schema, and its changes for the log. @throws Error if it does not fit */
export function readSetting<Schema extends z.ZodMiniType>(payload: string, schema: Schema) {
  const { before, after, version } = Payload.parse(JSON.parse(payload))
  return { before, after: schema.parse(after), version, changes: changeDetails(before ?? undefined, after) }
}

/** Which values a proposal changes, each as text. */
export function changesOf(payload: string): { name: string; before: string | null; after: string }[] {
  const { before, after } = Payload.parse(JSON.parse(payload))
  const was = linesOf(before ?? {})
  return Object.entries(linesOf(after)).flatMap(([name, value]) => {
    const former = was[name]
    return former === value
      ? []
      : [{ name, before: former === undefined ? null : String(former), after: String(value) }]
  })
}

type Lines = Readonly<Record<string, string | number | boolean>>

/** The differences, for the log: `before.tick` and `tick`. A new setting has no value before. */
export function changeDetails(before: Setting | undefined, after: Setting): Lines {
  const was = linesOf(before ?? {})
  return Object.fromEntries(
    Object.entries(linesOf(after)).flatMap(([name, value]) => {
      const former = was[name]
      if (former === value) return []
      return former === undefined
        ? [[name, value]]
        : [
            [`before.${name}`, former],
            [name, value],
          ]
    }),
  )
}

/** The lines of a setting by name; those of a coin's networks are "networks.BEP20.withdrawalFee". */
function linesOf(setting: Setting): Lines {
  const lines: Record<string, string | number | boolean> = {}
  const add = (prefix: string, parts: Parts) => {
    for (const [name, part] of Object.entries(parts)) if (part !== null) lines[`${prefix}${name}`] = part
  }
  for (const [name, part] of Object.entries(setting)) {
    if (part === undefined) continue
    if (isList(part)) for (const { tokenType, ...parts } of part) add(`${name}.${tokenType}.`, parts)
    else add('', part !== null && typeof part === 'object' ? part : { [name]: part })
  }
  return lines
}

const isList = (part: Part | Parts | readonly Parts[]): part is readonly Parts[] => Array.isArray(part)

/** A setting that breaks a rule, by the name of its field. */
export const invalid = (field: string) => rejected('SETTING_INVALID', { field })
