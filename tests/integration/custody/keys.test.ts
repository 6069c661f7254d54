import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeSeedFile } from '#custody/seed-file.ts'
import { custodyFolder, evmPolicy, startCustody } from '#tests/setup/custody-process.ts'

const WORDS = `${'abandon '.repeat(23)}art`
const PASSPHRASE = 'correct horse battery staple'
/** The address m/44'/60'/0'/0/0 of these words, as any wallet shows it. */
const FIRST_ADDRESS = '0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb'
const NODES = { ERC20: 'http://user:node-secret@127.0.0.1:9/' }

let folder: string
let seedFile: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ folder, remove } = await custodyFolder(evmPolicy()))
  seedFile = join(folder, 'seed.json')
  writeSeedFile(seedFile, { words: WORDS, passphrase: PASSPHRASE, logN: 14 })
})
afterAll(() => remove())

const start = (passphrase = PASSPHRASE) =>
  startCustody({ folder, nodes: NODES, env: { CUSTODY_SEED_FILE: seedFile }, passphrase })

describe('a running custody', () => {
  test('keeps seed and passphrase out of its environment, command line, descriptors, files and log', async () => {
    const custody = start()
    expect(await custody.ask('address', { network: 'ERC20', index: 0 })).toEqual({ address: FIRST_ADDRESS })
    expect(await custody.refusal('scan', { network: 'ERC20', after: 0, issued: 1 })).toBe('NODE_FAILED')
    const process = `/proc/${custody.pid}`
    const seen = ['environ', 'cmdline'].map((name) => readFileSync(`${process}/${name}`, 'utf8'))
    const descriptors = readdirSync(`${process}/fd`).map((each) => readlinkSync(`${process}/fd/${each}`))
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    for (const secret of ['abandon', 'horse']) expect([...seen, ...files, custody.log()].join()).not.toContain(secret)
    expect(custody.log()).not.toContain('node-secret')
    expect(descriptors.filter((each) => each.includes('seed'))).toEqual([])
    expect(await custody.stop()).toBe(0)
  })

  test('does not open a debugger at SIGUSR1, and ends with the process that asks', async () => {
    const custody = start()
    await custody.ask('status', {})
    process.kill(custody.pid, 'SIGUSR1')
    await custody.ask('status', {}).catch(() => undefined)
    expect(custody.log()).not.toContain('Debugger')
    await custody.stop()
  })

  test('answers no line that is not a question, and goes on', async () => {
    const custody = start()
    expect(await custody.refusal('export-seed' as 'status', {})).toBe('BAD_REQUEST')
    expect(await custody.refusal('find', { id: '../../seed' })).toBe('BAD_REQUEST')
    expect(await custody.ask('status', {})).toMatchObject({ stopped: false })
    await custody.stop()
  })
})

describe('custody does not start', () => {
  const failing = async (custody: ReturnType<typeof start>) => {
    await expect(custody.ask('status', {})).rejects.toThrow('custody ended')
    return custody.log()
  }
  test('with a wrong passphrase, which it does not repeat', async () => {
    const log = await failing(start('wrong horse'))
    expect(log).toContain('does not open with this passphrase')
    expect(log).not.toContain('horse')
  })
  test('in production without a seed file, and on a real chain with the seed of development', async () => {
    expect(await failing(startCustody({ folder, nodes: NODES, env: { NODE_ENV: 'production' } }))).toContain(
      'CUSTODY_SEED_FILE is missing',
    )
    const policy = evmPolicy()
    const network = policy.networks.ERC20
    const real = await custodyFolder({ ...policy, networks: { ERC20: network && { ...network, chainId: 1 } } as never })
    expect(await failing(startCustody({ folder: real.folder, nodes: NODES }))).toContain('development seed')
    await real.remove()
  })
  test('twice on one journal', async () => {
    const first = start()
    await first.ask('status', {})
    expect(await failing(start())).toContain('in use by another process')
    await first.stop()
  })
})

test('a socket answers its owner alone, and is closed to all others', async () => {
  const socket = join(folder, 'run', 'custody.sock')
  const custody = startCustody({
    folder,
    nodes: NODES,
    env: { CUSTODY_SEED_FILE: seedFile, CUSTODY_SOCKET: socket },
    passphrase: PASSPHRASE,
  })
  await vi.waitUntil(() => statSync(socket, { throwIfNoEntry: false }))
  await vi.waitUntil(() => (statSync(socket).mode & 0o777) === 0o600)
  expect(statSync(join(folder, 'run')).mode & 0o777).toBe(0o700)
  const connection = connect(socket)
  const lines = createInterface({ input: connection })[Symbol.asyncIterator]()
  connection.write('{"id":"a","method":"address","params":{"network":"ERC20","index":0}}\nnonsense\n')
  const answers = [await lines.next(), await lines.next()].map(({ value }) => JSON.parse(value ?? ''))
  expect(answers).toContainEqual({ id: 'a', ok: true, result: { address: FIRST_ADDRESS } })
  expect(answers).toContainEqual(expect.objectContaining({ id: null, ok: false, code: 'BAD_REQUEST' }))
  connection.destroy()
  await custody.kill()
})

test('custody:seed makes a seed file from a passphrase on stdin, shows its words once, and restores it from them', () => {
  const own = mkdtempSync(join(tmpdir(), 'kimia-make-seed-'))
  const make = (name: string, input: string, ...more: string[]) =>
    spawnSync(process.execPath, ['src/custody/make-seed.ts', join(own, name), ...more], { input, encoding: 'utf8' })
  expect(make('short.json', 'short\n').status).toBe(1)
  const made = make('new.json', `${PASSPHRASE}\n`)
  expect(made.stdout.trim().split(' ')).toHaveLength(24)
  expect(make('new.json', `${PASSPHRASE}\n`).status).toBe(1)
  const restored = make('again.json', `${PASSPHRASE}\n${made.stdout}`, '--restore')
  expect([restored.status, restored.stdout]).toEqual([0, ''])
  expect(make('wrong.json', `${PASSPHRASE}\n${made.stdout.replace(/^\S+ /, '')}`, '--restore').status).toBe(1)
  rmSync(own, { recursive: true })
})
