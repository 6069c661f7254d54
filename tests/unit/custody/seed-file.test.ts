import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HDNodeWallet } from 'ethers'
import { afterAll, describe, expect, test } from 'vitest'
import { depositPlace, HOT, openAccount } from '#custody/account.ts'
import { areWords, newWords, openSeedFile, writeSeedFile } from '#custody/seed-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'kimia-seed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const WORDS = `${'abandon '.repeat(23)}art`
const PASSPHRASE = 'correct horse battery staple'
let files = 0
function seedFile(words = WORDS): string {
  files += 1
  const path = join(folder, `${files}.json`)
  writeSeedFile(path, { words, passphrase: PASSPHRASE, logN: 14 })
  return path
}

describe('a seed file', () => {
  test('opens with its passphrase alone, and holds no word in the clear', () => {
    const path = seedFile()
    expect(Buffer.from(openSeedFile(path, PASSPHRASE)).toString('hex')).toMatch(/^408b285c123836004f4b8842c89324c1/)
    expect(() => openSeedFile(path, 'correct horse battery stable')).toThrow('does not open with this passphrase')
    expect(() => openSeedFile(path, '')).toThrow('empty')
    expect(readFileSync(path, 'utf8')).not.toContain('abandon')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
  test('with one letter changed, in its header too, does not open', () => {
    const path = seedFile()
    const file = JSON.parse(readFileSync(path, 'utf8'))
    const flip = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
    const { header } = file
    for (const changed of [
      { ...file, sealed: flip(file.sealed) },
      { ...file, header: { ...header, iv: flip(header.iv) } },
      { ...file, header: { ...header, scrypt: { ...header.scrypt, salt: flip(header.scrypt.salt) } } },
      { ...file, header: { ...header, scrypt: { ...header.scrypt, logN: 15 } } },
      { ...file, header: { ...header, scrypt: { ...header.scrypt, logN: 4 } } },
      { ...file, header: { ...header, format: 'kimia-seed-2' } },
    ]) {
      writeFileSync(path, JSON.stringify(changed))
      expect(() => openSeedFile(path, PASSPHRASE)).toThrow(/does not open|another format/)
    }
  })
  test('is never overwritten', () => {
    const path = seedFile()
    expect(() => writeSeedFile(path, { words: newWords(), passphrase: PASSPHRASE, logN: 14 })).toThrow('EEXIST')
  })
  test('gets 24 new words each time, and wrong words are known as such', () => {
    const [one, two] = [newWords(), newWords()]
    expect(one.split(' ')).toHaveLength(24)
    expect(one).not.toBe(two)
    expect([one, WORDS, WORDS.replace(/art$/, 'able'), 'art'].map(areWords)).toEqual([true, true, false, false])
  })
})

test('an account has the keys that another implementation derives', () => {
  const seed = openSeedFile(seedFile(), PASSPHRASE)
  const account = openAccount(seed, "m/44'/60'/0'")
  const other = HDNodeWallet.fromSeed(seed).derivePath("m/44'/60'/0'")
  expect(account.extendedPublicKey).toBe(other.neuter().extendedKey)
  const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
  for (const place of [HOT, depositPlace(0), depositPlace(4_711)]) {
    const child = other.derivePath(`${place.branch}/${place.index}`)
    expect(hex(account.privateKeyOf(place))).toBe(child.privateKey)
    expect(hex(account.publicKeyOf(place))).toBe(child.publicKey)
  }
})
