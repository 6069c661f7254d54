import { createHash, createHmac, randomBytes } from 'node:crypto'

export interface ProgramKey {
  readonly key: string
  readonly secret: string
}

export interface CallToSign {
  readonly method: string
  /** From "/api" on, including the query. */
  readonly path: string
  readonly body?: string | undefined
  readonly at: Date
  readonly nonce?: string
}

/** The headers of a signed call, written from the API's documentation alone. */
export function signCall({ key, secret }: ProgramKey, { method, path, body = '', at, nonce }: CallToSign) {
  const time = at.toISOString()
  const own = nonce ?? randomBytes(16).toString('hex')
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const text = `${time}\n${own}\n${method}\n${path}\n${bodyHash}`
  return {
    'kimia-key': key,
    'kimia-time': time,
    'kimia-nonce': own,
    'kimia-signature': createHmac('sha256', secret).update(text).digest('hex'),
  }
}
