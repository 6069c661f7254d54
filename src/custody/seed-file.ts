import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { z } from 'zod'

/**
 * The seed on disk: 24 words, encrypted by AES-256-GCM with a key that scrypt makes of a passphrase. All parameters are additional data, so
 * that a changed file does not open.
 */
const SeedFile = z.object({
  header: z.object({
    format: z.literal('kimia-seed-1'),
    cipher: z.literal('aes-256-gcm'),
    scrypt: z.object({ logN: z.int().min(14).max(20), r: z.literal(8), p: z.literal(1), salt: z.base64() }),
    iv: z.base64(),
  }),
  sealed: z.base64(),
})
type Header = z.output<typeof SeedFile>['header']

/** 350 ms on a slow core: a guess of a passphrase costs as much. */
const LOG_N = 17
const WORDS_BITS = 256
const TAG_BYTES = 16

export const newWords = (): string => generateMnemonic(wordlist, WORDS_BITS)

export const areWords = (words: string): boolean => validateMnemonic(words, wordlist)

/** Writes a new file that its owner alone can read. @throws Error if the file exists: a seed is never overwritten */
export function writeSeedFile(path: string, { words, passphrase, logN = LOG_N }: NewSeed): void {
  const header: Header = {
    format: 'kimia-seed-1',
    cipher: 'aes-256-gcm',
    scrypt: { logN, r: 8, p: 1, salt: randomBytes(16).toString('base64') },
    iv: randomBytes(12).toString('base64'),
  }
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, header), Buffer.from(header.iv, 'base64'))
  cipher.setAAD(Buffer.from(JSON.stringify(header)))
  const sealed = Buffer.concat([cipher.update(words, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${JSON.stringify({ header, sealed: sealed.toString('base64') })}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

interface NewSeed {
  readonly words: string
  readonly passphrase: string
  /** The cost of a guess, as a power of two. */
  readonly logN?: number
}

/** The binary seed. @throws Error with a sentence that repeats neither the passphrase nor the file */
export function openSeedFile(path: string, passphrase: string): Uint8Array {
  const file = SeedFile.safeParse(parseJson(readFileSync(path, 'utf8')))
  if (!file.success) throw new Error(`the seed file ${path} has another format`)
  const { header, sealed } = file.data
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, header), Buffer.from(header.iv, 'base64'), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(JSON.stringify(header)))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  let words: string
  try {
    words = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    throw new Error(`the seed file ${path} does not open with this passphrase`)
  }
  return mnemonicToSeedSync(words)
}

function keyOf(passphrase: string, { scrypt: { logN, r, p, salt } }: Header): Buffer {
  if (passphrase === '') throw new Error('the passphrase of the seed is empty')
  const N = 2 ** logN
  return scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, { N, r, p, maxmem: 256 * N * r })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
