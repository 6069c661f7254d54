// `npm run custody:approve`: an operator's approval of a payment, on the operator's own machine. The first line of stdin is the passphrase of
// the operator's key file, so that it stands in no command line.
//   -- --new NAME FILE   makes a key, and prints the operator's entry for the policy
//   -- NAME FILE         reads `{"intent": …, "chain": …, "decimals": …}`, or `{"resume": stoppedAt}` after a stop, from the other lines, shows
//                        it, and prints the approval
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { CUSTODY_PARAMS } from '#contract/custody.ts'
import { canonicalIntent, canonicalResume } from '#contract/custody-approvals.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'

const PASSPHRASE_LENGTH_MIN = 12

const Resume = z.object({ resume: z.int() })

const Asked = z.object({
  intent: z.custom<unknown>(),
  chain: z.string().min(1),
  decimals: z.int().min(0).max(36),
})

try {
  const args = process.argv.slice(2)
  const isNew = args[0] === '--new'
  const [name, file] = isNew ? args.slice(1) : args
  if (name === undefined || file === undefined) throw new Error('name the operator and the key file')
  const [passphrase = '', ...lines] = readFileSync(0, 'utf8').split(/\r?\n/)
  const output = isNew
    ? makeKey({ name, file, passphrase })
    : approve({ name, file, passphrase, text: lines.join('\n') })
  process.stdout.write(`${JSON.stringify(output)}\n`)
} catch (error) {
  process.stderr.write(`custody: ${error instanceof Error ? error.message : 'the payment could not be approved'}\n`)
  process.exit(1)
}

interface Key {
  readonly name: string
  readonly file: string
  readonly passphrase: string
}

function makeKey({ name, file, passphrase }: Key): object {
  if (passphrase.length < PASSPHRASE_LENGTH_MIN)
    throw new Error(`the first line of stdin is the passphrase, ${PASSPHRASE_LENGTH_MIN} letters or more`)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  writeFileSync(file, pem, { flag: 'wx', mode: 0o600 })
  return { name, publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64') }
}

function approve({ name, file, passphrase, text }: Key & { text: string }): object {
  const resume = Resume.safeParse(parseJson(text))
  if (resume.success) {
    process.stderr.write(`approved: payments go on after the stop of ${new Date(resume.data.resume).toISOString()}\n`)
    return approval({ name, file, passphrase }, canonicalResume(resume.data.resume))
  }
  const asked = Asked.safeParse(parseJson(text))
  const intent = CUSTODY_PARAMS.send.safeParse({ ...Object(asked.data?.intent), approvals: [] })
  if (!asked.success || !intent.success) throw new Error('the lines after the passphrase are not a payment')
  const { chain, decimals } = asked.data
  const { network, coin, to, tag, amount } = intent.data
  const whole = formatDecimal(parseDecimal(amount, 0) ?? 0n, decimals)
  process.stderr.write(
    `approved: ${whole} ${coin} over ${network} (chain ${chain}) to ${to}${tag ? `, tag ${tag}` : ''}\n`,
  )
  return approval({ name, file, passphrase }, canonicalIntent(intent.data, { chain, decimals }))
}

function approval({ name, file, passphrase }: Key, text: string): object {
  const signature = sign(null, Buffer.from(text, 'utf8'), openKey(file, passphrase))
  return { operator: name, signature: signature.toString('base64') }
}

function openKey(file: string, passphrase: string) {
  const key = readFileSync(file)
  try {
    return createPrivateKey({ key, passphrase })
  } catch {
    throw new Error(`the key file ${file} does not open with this passphrase`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
