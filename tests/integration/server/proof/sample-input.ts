import * as z from 'zod/mini'
import type { EndpointShape } from '#contract/endpoint.ts'

/** Valid values for fields whose schema does not say everything. A new field of that kind gets a line here. */
const SAMPLES: Readonly<Record<string, string>> = {
  amount: '0.1',
  unitPrice: '10000000',
  stopPrice: '9000000',
  stopUnitPrice: '8900000',
  totalPrice: '1000000',
  total: '1000000',
  marketType: 'GOLD_TOMAN',
  market_type: 'GOLD_TOMAN',
  market: 'GOLD_TOMAN',
  sourceCoin: 'TOMAN',
  destinationCoin: 'GOLD',
  cardNumber: '6037991234567893',
  authority: 'A'.repeat(36),
  destinationWalletAddress: 'IR062960000000100324200001',
  relatedCoin: 'TOMAN',
  weight: '10',
  fee: '0.1',
  branchId: '1',
  tokenType: 'ERC20',
  cryptoNetwork: 'ERC20',
  address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  label: 'My wallet',
  txid: 'a'.repeat(64),
  code: '123456',
  clientOrderId: 'sample-order-1',
  id: '999999999',
  orderId: '999999999',
  key: 'sample-key-1',
  symbol: 'GOLD_TOMAN',
  symbols: 'GOLD_TOMAN',
  resolution: '60',
  from: '1760000000',
  to: '1760086400',
}

const Schema = z.looseObject({
  type: z.optional(z.unknown()),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  items: z.optional(z.unknown()),
  minimum: z.optional(z.number()),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
})

type Part = NonNullable<EndpointShape['body']>

/** The smallest input that a schema accepts: the required fields, and one of each kind in a list. */
export function sampleOf(part: Part): unknown {
  const sample = sample_(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }), '')
  const { success, error } = part.safeParse(sample)
  if (!success) throw new Error(`the sample ${JSON.stringify(sample)} is refused: ${error.message}`)
  return sample
}

function sample_(json: unknown, name: string): unknown {
  const schema = Schema.parse(json)
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'integer') return schema.minimum
  if (schema.type === 'boolean') return false
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((key) => [key, sample_(schema.properties?.[key], key)]))
  if (schema.type === 'array') {
    const items = Schema.parse(schema.items)
    return (items.anyOf ?? items.oneOf ?? [items]).map((item) => sample_(item, name))
  }
  if (choices) return sample_(choices[0], name)
  const known = SAMPLES[name]
  if (known === undefined) throw new Error(`say in sample-input.ts what a right ${name} is`)
  return known
}

/** The names of all fields anywhere in a schema. */
export function fieldsOf(part: Part): string[] {
  const names = new Set<string>()
  const walk = (json: unknown): void => {
    if (Array.isArray(json)) for (const each of json) walk(each)
    else if (json !== null && typeof json === 'object')
      for (const [key, value] of Object.entries(json)) {
        if (key === 'properties' && value !== null && typeof value === 'object')
          for (const name of Object.keys(value)) names.add(name)
        walk(value)
      }
  }
  walk(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }))
  return [...names]
}
