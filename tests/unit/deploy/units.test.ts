import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '#tests/setup/programs.ts'

const run = promisify(execFile)
const analyze = findProgram(['systemd-analyze'])
/** By systemd's measure, from 0 to 100: a service without settings has 96. */
const EXPOSURE_MAX = 20
const OURS = [
  { file: 'kimia@.service', checked: 'kimia@api.service' },
  { file: 'kimia-custody.service', checked: 'kimia-custody.service' },
]
const UNITS = [
  ...OURS,
  ...['patroni.service', 'kimia-base.service', 'kimia-base.timer'].map((file) => ({ file, checked: file })),
]
/** Programs that a server has, and this machine elsewhere or not at all. */
const PROGRAMS = /\/usr\/bin\/(node|python3)\b/g

describe.skipIf(!analyze)('the units of systemd', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kimia-units-'))
    for (const { file, checked } of UNITS) {
      const text = await readFile(`src/deploy/${file}`, 'utf8')
      const here = text.replaceAll(PROGRAMS, process.execPath).replaceAll('/opt/kimia', process.cwd())
      await writeFile(join(folder, checked), here.replaceAll('%i', 'api'))
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each(UNITS)('$file is understood by systemd, without a warning', async ({ checked }) => {
    const { stderr } = await run(analyze ?? '', ['verify', '--man=no', '--recursive-errors=no', join(folder, checked)])
    expect(stderr).toBe('')
  })

  test.each(OURS)('$file leaves its process little of the machine', async ({ checked }) => {
    const args = ['security', '--offline=yes', '--no-pager', `--threshold=${EXPOSURE_MAX}`, join(folder, checked)]
    const { stdout } = await run(analyze ?? '', args)
    expect(stdout).toMatch(/Overall exposure level for .+: [01]\.\d/)
  })

  test('Patroni is started again only after its key has ended', async () => {
    const numberIn = async (file: string, setting: RegExp) =>
      Number.parseInt(setting.exec(await readFile(`src/deploy/${file}`, 'utf8'))?.[1] ?? '', 10)
    const [restarts, lives] = [
      await numberIn('patroni.service', /^RestartSec=(\d+)$/m),
      await numberIn('patroni.yml', /\bttl: (\d+)$/m),
    ]
    expect(restarts).toBeGreaterThan(lives)
  })

  test('a unit with a setting that systemd does not know is found', async () => {
    const wrong = join(folder, 'wrong.service')
    await writeFile(wrong, '[Service]\nExecStart=/bin/true\nProtectEverything=yes\n')
    const verified = run(analyze ?? '', ['verify', '--man=no', '--recursive-errors=no', wrong])
    await expect(verified).rejects.toThrow('ProtectEverything')
  })
})
