import { z } from 'zod'
import { type Unavailable, unavailable, type VendorFault } from '../call-vendor.ts'

/** A success has its code in `data`, a refusal in `errors`; the other of the two is then an empty list. */
const Success = z.object({ data: z.object({ code: z.string() }) })
const Refusal = z.object({ errors: z.object({ code: z.string(), validations: z.unknown().optional() }) })

export interface ZarinpalCode {
  readonly code: string
  /** The fields that a validation error (-9) names, as text to search in. */
  readonly validations: string
}

/** The code of any reply, or `undefined` if it has none. */
export function readZarinpalCode(json: unknown): ZarinpalCode | undefined {
  const refusal = Refusal.safeParse(json)
  if (refusal.success) {
    const { code, validations } = refusal.data.errors
    return { code, validations: JSON.stringify(validations ?? '') }
  }
  const success = Success.safeParse(json)
  return success.success ? { code: success.data.data.code, validations: '' } : undefined
}

/** Codes with the same meaning for every call: our terminal, its limits, the vendor's own trouble. */
const FAULTS: Readonly<Record<string, VendorFault>> = {
  '-9': 'ACCOUNT_REFUSED',
  '-10': 'ACCOUNT_REFUSED',
  '-11': 'ACCOUNT_REFUSED',
  '-12': 'TOO_MANY_REQUESTS',
  '-15': 'ACCOUNT_REFUSED',
  '-16': 'ACCOUNT_REFUSED',
  '-17': 'ACCOUNT_REFUSED',
  '-18': 'ACCOUNT_REFUSED',
  '-19': 'ACCOUNT_REFUSED',
  '-30': 'ACCOUNT_REFUSED',
  '-31': 'ACCOUNT_REFUSED',
  '-32': 'ACCOUNT_REFUSED',
  '-33': 'ACCOUNT_REFUSED',
  '-34': 'ACCOUNT_REFUSED',
  '-35': 'ACCOUNT_REFUSED',
  '-39': 'ACCOUNT_REFUSED',
  '-52': 'SERVER_ERROR',
  // The payment belongs to another merchant: our merchant id is wrong, whatever the payment's state.
  '-53': 'ACCOUNT_REFUSED',
}

/** The meaning of a code outside a call's own table; an undocumented code is a malformed reply. */
export function zarinpalFault(code: string): Unavailable {
  const fault = Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined
  return unavailable(fault ?? 'MALFORMED_REPLY')
}
