import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantTree } from '#tests/builders/liability-tree.ts'

const SCRIPT = fileURLToPath(new URL('../../../public/check-liabilities.mjs', import.meta.url))
const ALI = '+989121234567'
const TREE = plantTree([
  { holder: ALI, amount: 1_500n },
  { holder: 'another', amount: 7n },
  { holder: ALI, amount: 1_000n },
])

describe('the script that checks a proof', () => {
  let folder = ''
  const at = (name: string) => join(folder, name)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kimia check '))
    mkdirSync(at('downloads of mine'))
    const proof = TREE.proofOf(ALI)
    const wrong = { ...proof, coins: proof.coins.map((coin) => ({ ...coin, balance: '2501' })) }
    writeFileSync(at('right.json'), JSON.stringify(proof))
    writeFileSync(at('wrong.json'), JSON.stringify(wrong))
    writeFileSync(at('statement.json'), JSON.stringify({ baseDTO: { statement: TREE.statement } }))
    for (const name of ['check-liabilities (1).mjs', 'check.mjs', 'downloads of mine/بررسی.mjs'])
      copyFileSync(SCRIPT, at(name))
    symlinkSync(at('check.mjs'), at('link to it.mjs'))
    symlinkSync(at('downloads of mine'), at('linked folder'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const start = (script: string, file: string, input?: string) =>
    spawnSync(process.execPath, [script, at(file), at('statement.json')], { cwd: folder, encoding: 'utf8', input })

  test.each(['check-liabilities (1).mjs', 'check.mjs', 'link to it.mjs', 'linked folder/بررسی.mjs'])(
    'accepts a right file and refuses a wrong one, saved as %s',
    (name) => {
      const right = start(name, 'right.json')
      expect(right.stdout).toMatch(/GOLD 2\.5000? of 2\.5070?/)
      expect(right.status).toBe(0)
      const wrong = start(name, 'wrong.json')
      expect(wrong.stderr).toContain('the leaves are not the balance')
      expect(wrong.status).toBe(1)
    },
  )

  test('refuses a wrong file from the standard input, too', () => {
    const script = readFileSync(SCRIPT, 'utf8')
    expect(start('-', 'right.json', script).status).toBe(0)
    expect(start('-', 'wrong.json', script).status).toBe(1)
  })

  test('does not run in a program that imports it', () => {
    writeFileSync(at('importer.mjs'), `import './check.mjs'\nconsole.log('imported')`)
    expect(start('importer.mjs', 'wrong.json')).toMatchObject({ stdout: 'imported\n', stderr: '', status: 0 })
  })
})
