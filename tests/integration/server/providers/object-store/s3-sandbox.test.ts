import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { refusalOfSignature } from '#tests/setup/s3/verify-signature.ts'

// The examples of "Signature Calculations for the Authorization Header: Transferring Payload in a Single Chunk" in AWS's reference of S3.
const KEY = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const DAY_MS = Date.parse('2013-05-24T00:00:00Z')
const SCOPE = `${KEY.keyId}/20130524/us-east-1/s3/aws4_request`

interface Example {
  readonly method?: string
  readonly target: string
  readonly more?: Readonly<Record<string, string>>
  readonly text?: string
  readonly signature: string
}

const EXAMPLES: readonly (readonly [string, Example])[] = [
  [
    'a GET of an object with a range',
    {
      target: '/test.txt',
      more: { range: 'bytes=0-9' },
      signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
  ],
  [
    'a PUT of an object',
    {
      method: 'PUT',
      target: '/test%24file.text',
      more: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      text: 'Welcome to Amazon S3.',
      signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    },
  ],
  [
    'a GET of a setting of a bucket',
    {
      target: '/?lifecycle',
      signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    },
  ],
  [
    'a list of objects',
    {
      target: '/?max-keys=2&prefix=J',
      signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    },
  ],
]

function callOf({ method = 'GET', target, more = {}, text = '', signature }: Example) {
  const body = Buffer.from(text)
  const headers: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    'x-amz-date': '20130524T000000Z',
    ...more,
  }
  const names = Object.keys(headers).toSorted().join(';')
  const authorization = `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=${names},Signature=${signature}`
  return { method, target, headers: { ...headers, authorization }, body }
}

describe('the signature that the sandbox verifies', () => {
  test.each(EXAMPLES)("is AWS's own for %s", (_what, example) => {
    expect(refusalOfSignature(callOf(example), KEY, DAY_MS)).toBeUndefined()
  })

  test.each(EXAMPLES)('is refused for %s once a letter of the call, its key or its time differs', (_what, example) => {
    const call = callOf(example)
    const refused = (changed: object, key = KEY, nowMs = DAY_MS) =>
      refusalOfSignature({ ...call, ...changed }, key, nowMs)
    expect(refused({ target: `${call.target}x` })).toBe('SignatureDoesNotMatch')
    expect(refused({ method: 'DELETE' })).toBe('SignatureDoesNotMatch')
    expect(refused({ headers: { ...call.headers, host: 'other.example' } })).toBe('SignatureDoesNotMatch')
    expect(refused({}, { ...KEY, secret: 'another' })).toBe('SignatureDoesNotMatch')
    expect(refused({}, { ...KEY, keyId: 'another' })).toBe('InvalidAccessKeyId')
    expect(refused({}, { ...KEY, region: 'another' })).toBe('AuthorizationHeaderMalformed')
    expect(refused({ body: Buffer.from('other bytes') })).toBe('XAmzContentSHA256Mismatch')
    expect(refused({ headers: { ...call.headers, 'x-amz-acl': 'public-read' } })).toBe('AccessDenied')
    expect(refused({ headers: { ...call.headers, authorization: undefined } })).toBe('AccessDenied')
    expect(refused({}, KEY, DAY_MS + 16 * 60_000)).toBe('RequestTimeTooSkewed')
  })
})
