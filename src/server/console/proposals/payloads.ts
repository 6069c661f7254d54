import * as z from 'zod/mini'

/** What a proposal holds, as it is stored: amounts are decimal text of their coin. */
const SupervisorPayload = z.object({ credit: z.array(z.object({ coin: z.string(), amount: z.string() })) })
const OperatorPayload = z.object({ mobile: z.string(), name: z.string() })

export type SupervisorPayload = z.output<typeof SupervisorPayload>
export type OperatorPayload = z.output<typeof OperatorPayload>

export const readSupervisorPayload = (text: string): SupervisorPayload => SupervisorPayload.parse(JSON.parse(text))
export const readOperatorPayload = (text: string): OperatorPayload => OperatorPayload.parse(JSON.parse(text))
