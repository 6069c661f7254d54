import { generateKeyPairSync, sign } from 'node:crypto'

/** Operators with keys of their own, whose signatures custody counts. */
export function custodyOperators(...names: readonly string[]) {
  const operators = names.map((name) => ({ name, ...generateKeyPairSync('ed25519') }))
  const approval = (name: string, text: string, { signer = name } = {}) => {
    const key = operators.find((each) => each.name === signer)?.privateKey
    if (!key) throw new Error(`no operator ${signer}`)
    return { operator: name, signature: sign(null, Buffer.from(text), key).toString('base64') }
  }
  return {
    /** As the policy names them. */
    inPolicy: operators.map(({ name, publicKey }) => ({
      name,
      publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64'),
    })),
    /** One operator signs this text; with `signer`, another one does so in that name. */
    approval,
    /** All of them sign it. */
    approvals: (text: string) => names.map((name) => approval(name, text)),
  }
}
