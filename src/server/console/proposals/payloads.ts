import * as z from 'zod/mini'
import { OPERATOR_ROLES, type OperatorRole } from '#domain/operator-rights.ts'

/** How long another operator may take to approve. */
export const PROPOSAL_MS = 24 * 3_600_000

const Roles = z.array(z.enum(OPERATOR_ROLES))

/** What a proposal holds, as it is stored: amounts are decimal text of their coin. */
const SupervisorPayload = z.object({ credit: z.array(z.object({ coin: z.string(), amount: z.string() })) })
/** Without roles: proposed before there were any, when an operator could do everything. */
const OperatorPayload = z.object({ mobile: z.string(), name: z.string(), roles: z.optional(Roles) })
const RolesPayload = z.object({ before: Roles, after: Roles })
const Texts = z.record(z.string(), z.string())
/** `before` is `null` of what is new. */
const SettingPayload = z.object({ before: z.nullable(Texts), after: Texts, version: z.optional(z.int()) })

export type SupervisorPayload = z.output<typeof SupervisorPayload>
export type OperatorPayload = z.output<typeof OperatorPayload>
export type SettingText = Readonly<Record<string, string>>
export interface SettingPayload {
  readonly before: SettingText | null
  readonly after: SettingText
  /** The version that is changed, of settings that have versions. */
  readonly version?: number | undefined
}
export type RolesPayload = z.output<typeof RolesPayload>

export const readSupervisorPayload = (text: string): SupervisorPayload => SupervisorPayload.parse(JSON.parse(text))
export const readRolesPayload = (text: string): RolesPayload => RolesPayload.parse(JSON.parse(text))

export const readSettingPayload = (text: string): SettingPayload => SettingPayload.parse(JSON.parse(text))

export function readOperatorPayload(text: string): OperatorPayload & { readonly roles: readonly OperatorRole[] } {
  const payload = OperatorPayload.parse(JSON.parse(text))
  return { ...payload, roles: payload.roles ?? ['ADMIN'] }
}
