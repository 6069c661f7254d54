import { createHash, createHmac } from 'node:crypto'

export interface SignedCall {
  readonly method: string
  /** The path and query as they came over the wire. */
  readonly target: string
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

export interface SignatureKey {
  readonly keyId: string
  readonly secret: string
  readonly region: string
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const SKEW_MS_MAX = 15 * 60_000

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Verifies a call by the text of AWS's Signature Version 4 for S3, and shares no code with the library that signs. Stricter than S3, it
 * requires the hash of the body and every header of the protocol under the signature.
 * @returns the code of S3's refusal, or `undefined` if the signature is right
 */
export function refusalOfSignature(call: SignedCall, key: SignatureKey, nowMs: number): string | undefined {
  const { headers, body } = call
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!given) return 'AccessDenied'
  const [, keyId, scope = '', signed = '', signature] = given
  if (keyId !== key.keyId) return 'InvalidAccessKeyId'
  const at = headers['x-amz-date'] ?? ''
  if (scope !== `${at.slice(0, 8)}/${key.region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  if (Math.abs(nowMs - timeOf(at)) > SKEW_MS_MAX) return 'RequestTimeTooSkewed'
  const names = signed.split(';')
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (!needed.every((name) => names.includes(name))) return 'AccessDenied'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  return signature === signatureOf(call, { names, at, scope, secret: key.secret }) ? undefined : 'SignatureDoesNotMatch'
}

function signatureOf(
  { method, target, headers }: SignedCall,
  { names, at, scope, secret }: { names: readonly string[]; at: string; scope: string; secret: string },
): string {
  const [path = '', query = ''] = target.split('?')
  const canonical = [
    method,
    // S3 encodes a path once, and does not tidy it.
    path.split('/').map(encodedAnew).join('/'),
    query
      .replaceAll('+', '%20')
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => pair.split('='))
      .map(([name = '', value = '']) => `${encodedAnew(name)}=${encodedAnew(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const [day = '', region = '', service = '', end = ''] = scope.split('/')
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), end)
  return hmac(signingKey, [ALGORITHM, at, scope, sha256(canonical)].join('\n')).toString('hex')
}

/** The encoding of the specification: all but letters, digits, "-", ".", "_" and "~". */
const encodedAnew = (part: string) =>
  [...Buffer.from(decodeURIComponent(part))]
    .map((byte) =>
      /[A-Za-z0-9._~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')

/** "20130524T000000Z" */
const timeOf = (at: string) => Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
