import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { canInstallDebianPackages, findProgram, installDebianPackage, isExecutable } from '#tests/setup/programs.ts'

const run = promisify(execFile)
const RULES = 'src/deploy/nftables.conf'

interface Row {
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly ports: readonly string[]
}

/** The rows of the first table below "Machines and networks". */
function networkTable(page: string): Row[] {
  const section = page.slice(page.indexOf('## Machines and networks'))
  const [, rows = ''] = /\| from \| to \| port \|\n.*\n((?:\|.*\n)+)/.exec(section) ?? []
  return rows
    .trim()
    .split('\n')
    .map((line) => {
      const [from = [], to = [], ports = []] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().split(', '))
      return { from, to, ports }
    })
}

const braced = (words: readonly string[]) => (words.length === 1 ? words[0] : `{ ${words.join(', ')} }`)
const sets = (names: readonly string[]) => braced(names.map((name) => `$${name}`))

/** The line of the firewall for a row. */
const ruleOf = ({ from, to, ports }: Row) =>
  `${from[0] === 'anyone' ? '' : `ip saddr ${sets(from)} `}ip daddr ${sets(to)} tcp dport ${braced(ports)} accept`

/** The lines that let something in besides the table's rows. */
const ALWAYS = [
  'ct state established,related accept',
  'iif lo accept',
  'meta l4proto { icmp, ipv6-icmp } accept',
  'ip saddr $operators tcp dport 22 accept',
]

let table: Row[]
let rules: string
beforeAll(async () => {
  table = networkTable(await readFile('docs/several-machines.md', 'utf8'))
  rules = await readFile(RULES, 'utf8')
})

const chain = (name: string) => {
  const [, body = ''] = new RegExp(`chain ${name} \\{\\n([^}]*(?:\\{[^}]*\\}[^}]*)*?)\\n  \\}`).exec(rules) ?? []
  return body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

describe('the table of who reaches whom', () => {
  test('is what the firewall lets in, row by row, and nothing else', () => {
    expect(table.length).toBeGreaterThan(5)
    const [policy, ...lines] = chain('input')
    expect(policy).toBe('type filter hook input priority filter; policy drop;')
    expect(lines.filter((line) => line.endsWith('accept'))).toEqual([...ALWAYS, ...table.map(ruleOf)])
    // The other lines let nothing in.
    expect(lines.filter((line) => !line.endsWith('accept'))).toEqual([
      'limit rate 10/minute log prefix "kimia refused: "',
    ])
  })

  test('leads to custody from nowhere, and lets it call the nodes alone', () => {
    expect(JSON.stringify(table)).not.toContain('custody')
    const toNodes = 'ip daddr $nodes tcp dport $node_ports accept'
    expect(chain('output').slice(1)).toEqual([`meta skuid $custody_user ${toNodes}`, 'meta skuid $custody_user reject'])
    expect(chain('forward').slice(1)).toEqual([
      `iifname kimia-chains ${toNodes}`,
      'iifname kimia-chains reject',
      'oifname kimia-chains ct state established,related accept',
      'oifname kimia-chains reject',
    ])
  })

  test('is what the networks of the Compose file join', async () => {
    const compose = parse(await readFile('src/deploy/compose.yml', 'utf8'), { merge: true })
    const services: Record<string, { networks: string[] | Record<string, unknown>; environment?: object; ports?: [] }> =
      compose.services
    const networksOf = (name: string) => {
      const { networks = [] } = services[name] ?? {}
      return Array.isArray(networks) ? networks : Object.keys(networks)
    }
    const named: Record<string, string[]> = {
      ...{ apis: ['api'], jobs: ['jobs'], databases: ['database'], writers: ['writer-1', 'writer-2'] },
    }
    const pairs = table.flatMap(({ from, to }) =>
      from.flatMap((one) =>
        to.flatMap((other) => (named[one] ?? []).flatMap((a) => (named[other] ?? []).map((b) => [a, b]))),
      ),
    )
    const isJoined = (a: string, b: string) => networksOf(a).some((network) => networksOf(b).includes(network))
    expect(pairs.length).toBeGreaterThan(5)
    for (const [a = '', b = ''] of pairs) expect([a, b, isJoined(a, b)]).toEqual([a, b, true])
    const names = Object.keys(services)
    const inTable = (a: string, b: string) => pairs.some((pair) => pair.includes(a) && pair.includes(b))
    const strangers = names.flatMap((a) =>
      names.filter((b) => a < b && isJoined(a, b) && !inTable(a, b)).map((b) => `${a} ${b}`),
    )
    // Those that share the writers and the database reach each other: what an api answers is public, and the others listen for themselves alone.
    expect(strangers.sort()).toEqual(['api jobs', 'writer-1 writer-2'])
    for (const name of ['jobs', 'writer-1', 'writer-2']) expect(services[name]?.environment).not.toHaveProperty('HOST')
    expect(names.filter((name) => networksOf(name).includes('chains'))).toEqual(['custody'])
    expect(networksOf('custody')).toEqual(['chains'])
    expect(compose.networks.chains.driver_opts['com.docker.network.bridge.name']).toBe('kimia-chains')
    // Writers and the database reach nothing outside of the machine.
    const isOpen = (network: string) => compose.networks[network].internal !== true
    expect(names.filter((name) => networksOf(name).some(isOpen))).toEqual(['api', 'jobs', 'custody'])
    expect(names.filter((name) => services[name]?.ports !== undefined)).toEqual(['api'])
  })
})

describe('the file of the firewall', () => {
  let nft: string | undefined
  beforeAll(async () => {
    const find = () => findProgram(['nft']) ?? ['/usr/sbin/nft'].find(isExecutable)
    nft = find()
    if (nft === undefined && canInstallDebianPackages()) await installDebianPackage('nftables').catch(() => undefined)
    nft = find()
  }, 300_000)

  test('is read by nftables without a fault, which a wrong word is not', async ({ skip }) => {
    const folder = await mkdtemp(join(tmpdir(), 'kimia-nft-'))
    const check = async (text: string) => {
      await writeFile(join(folder, 'rules.nft'), text)
      await run(nft ?? '', ['--check', '--file', join(folder, 'rules.nft')])
    }
    const isFaultless = (text: string) =>
      check(text).then(
        () => true,
        () => false,
      )
    try {
      // Checking needs the right to ask the kernel, which not every container has.
      const isAble = nft !== undefined && (await isFaultless('table inet kimia_probe {\n}\n'))
      if (!isAble) skip('nftables is not here, or may not ask the kernel')
      await expect(check(rules)).resolves.toBeUndefined()
      await expect(check(rules.replace('tcp dport 4300', 'tcp port 4300'))).rejects.toThrow('syntax error')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
