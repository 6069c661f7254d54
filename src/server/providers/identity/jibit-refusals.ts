import { z } from 'zod'
import { type Unavailable, unavailable, type VendorReply } from '../call-vendor.ts'

const Refusal = z.object({ code: z.string().min(1) })

/** Codes that speak of our account or of their suppliers, and not of the person asked about. */
const FAULTS: Readonly<Record<string, Unavailable>> = {
  'balance.not_enough': unavailable('ACCOUNT_REFUSED'),
  'daily_limit.reached': unavailable('TOO_MANY_REQUESTS'),
  forbidden: unavailable('ACCOUNT_REFUSED'),
  'providers.not_available': unavailable('SERVER_ERROR'),
  'card.provider_is_not_active': unavailable('SERVER_ERROR'),
  'card.source_bank_is_not_active': unavailable('SERVER_ERROR'),
  'iban.provider_is_not_active': unavailable('SERVER_ERROR'),
  'server.error': unavailable('SERVER_ERROR'),
}

/** The code of a refused inquiry that the caller can translate into a refusal, or why there is no answer. */
export function readJibitRefusal<Code>(
  reply: VendorReply,
  meaning: Readonly<Record<string, Code>>,
): { readonly kind: 'refused'; readonly code: Code } | Unavailable {
  const code = Refusal.safeParse(reply.json).data?.code
  if (code === undefined) return unavailable('MALFORMED_REPLY')
  const refusal = Object.hasOwn(meaning, code) ? meaning[code] : undefined
  if (refusal !== undefined) return { kind: 'refused', code: refusal }
  const fault = Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined
  if (fault) return fault
  return unavailable(reply.status === 403 ? 'ACCOUNT_REFUSED' : 'MALFORMED_REPLY')
}
