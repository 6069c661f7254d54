import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { validate } from 'dockerfile-utils'
import { beforeAll, expect, test } from 'vitest'

const PATH = 'src/deploy/Containerfile'
let text: string
let lines: string[]
beforeAll(async () => {
  text = await readFile(PATH, 'utf8')
  lines = text.replaceAll('\\\n', ' ').split('\n')
})
const instructions = (name: string) =>
  lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1).trim())

test('the Containerfile is one, and a wrong instruction in it is found', () => {
  expect(validate(text).map(({ message }) => message)).toEqual([])
  expect(validate(text.replace('USER', 'USR')).map(({ message }) => message)).not.toEqual([])
})

test('it copies what exists and what its ignore file lets through', async () => {
  const ignore = (await readFile(`${PATH}.dockerignore`, 'utf8')).split('\n')
  const copied = instructions('COPY')
    .filter((words) => !words.startsWith('--from='))
    .flatMap((words) => words.split(/\s+/).slice(0, -1))
  expect(copied.length).toBeGreaterThan(5)
  for (const path of copied) {
    expect([path, existsSync(path)]).toEqual([path, true])
    expect(ignore).toContain(`!${path}`)
  }
  // Whatever is let through is used: nothing else of this machine reaches the image.
  expect(ignore.filter((line) => line.startsWith('!')).sort()).toEqual(copied.map((path) => `!${path}`).sort())
})

test('it runs scripts that exist, under the Node of the other commands, as no superuser', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  const named = [...text.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name)
  expect(named).toEqual(['build'])
  for (const name of named) expect(scripts).toHaveProperty(name)
  const [, version] = /VERSION = '([\d.]+)'/.exec(await readFile('src/scripts/node.mjs', 'utf8')) ?? []
  for (const image of instructions('FROM'))
    expect(image).toMatch(new RegExp(`^node:${version}-bookworm-slim( AS built)?$`))
  expect(instructions('USER')).toEqual(['10001:10001'])
  const command: string[] = JSON.parse(instructions('CMD')[0] ?? '[]')
  expect(command.slice(0, 2)).toEqual(['node', '--disable-sigusr1'])
  expect(existsSync(command.at(-1) ?? '')).toBe(true)
})
