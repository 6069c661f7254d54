import { randomInt, timingSafeEqual } from 'node:crypto'
import { HAND_OVER_DIGITS } from '#domain/delivery.ts'
import { deliveryCodeContext } from '../../store/wallets/deliveries.ts'

/** Keeps codes secret at rest: their users alone read them. */
export interface CodeSealer {
  seal(bytes: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

/** A new code of a delivery, sealed. */
export const sealNewCode = (sealer: CodeSealer, deliveryId: number): Buffer =>
  sealer.seal(
    Buffer.from(String(randomInt(10 ** HAND_OVER_DIGITS)).padStart(HAND_OVER_DIGITS, '0')),
    deliveryCodeContext(deliveryId),
  )

interface WithCode {
  readonly id: number
  readonly code: Uint8Array
}

export const openCode = (sealer: CodeSealer, { id, code }: WithCode): string =>
  sealer.open(code, deliveryCodeContext(id)).toString()

export function isCode(sealer: CodeSealer, { id, code }: WithCode, typed: string): boolean {
  const [right, given] = [sealer.open(code, deliveryCodeContext(id)), Buffer.from(typed)]
  return right.length === given.length && timingSafeEqual(right, given)
}
