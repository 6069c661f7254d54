import { queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getLiabilities } from '#contract/liabilities.ts'
import type { Cryptography } from '#domain/check-liabilities.ts'

export type Liabilities = Reply<typeof getLiabilities>
export type Published = NonNullable<Liabilities['baseDTO']>

/** The newest statement of what the exchange owes all customers, and a list of earlier ones. */
export const liabilitiesQuery = () => queryOptions(endpointQuery(getLiabilities, {}))

/** The same bytes in a buffer that is nobody else's, as the browser's functions ask for. */
const copy = (bytes: Uint8Array) => new Uint8Array(bytes)

/** The functions of the browser that a proof is checked with. */
export function cryptographyOf({ subtle }: Crypto): Cryptography {
  return {
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', copy(bytes))),
    async verify({ publicKey, signature, message }) {
      // Browsers before 2025 do not know the curve.
      const key = await subtle
        .importKey('raw', copy(publicKey), { name: 'Ed25519' }, false, ['verify'])
        .catch(() => undefined)
      return key && subtle.verify({ name: 'Ed25519' }, key, copy(signature), copy(message))
    },
  }
}
