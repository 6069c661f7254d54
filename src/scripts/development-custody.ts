import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CUSTODY_RESULTS, CustodyAnswer } from '../contract/custody.ts'
import { powerOfTen } from '../domain/decimal.ts'
import { type DevelopmentChains, startDevelopmentChains } from './development-chains.ts'
import { GIFTS, serveFaucet } from './faucet.ts'

/**
 * Starts the chains of this machine and custody with its development seed behind the server, which serves its pages meanwhile and says that
 * coins come in once both are up. Sets the socket by which the server finds custody, and the address at which coins of the chains are given
 * out. Does nothing where custody is configured, in production, and with CUSTODY=off.
 */
export async function startDevelopmentCustody(env: NodeJS.ProcessEnv): Promise<void> {
  if (env.CUSTODY_SOCKET || env.NODE_ENV === 'production' || env.CUSTODY === 'off') return
  const folder = resolve(env.DATA_DIR || '.data', 'custody')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const socket = join(folder, 'custody.sock')
  // The path of a socket has a hundred characters at most.
  if (socket.length > 100) return
  env.CUSTODY_SOCKET = socket
  const chains = startDevelopmentChains(join(folder, 'chains'))
  env.SANDBOX_FAUCET_URL = await serveFaucet(chains)
  startCustody(chains, { folder, socket }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The chains of development did not start, so no coin comes in: ${reason}\n`)
  })
}

async function startCustody(
  starting: Promise<DevelopmentChains>,
  { folder, socket }: { readonly folder: string; readonly socket: string },
): Promise<void> {
  const chains = await starting
  const env = { CUSTODY_DIR: folder, ...chains.env }
  await fundHotWallets(chains, { folder, env })
  const custody = spawnCustody({ ...env, CUSTODY_SOCKET: socket }, 'ignore')
  process.once('exit', () => custody.kill())
}

/** Custody with its own settings alone: none of the server's secrets is in its environment. */
function spawnCustody(env: Readonly<Record<string, string>>, pipes: 'pipe' | 'ignore') {
  const custody = spawn(process.execPath, ['--disable-sigusr1', 'src/custody/main.ts'], {
    stdio: [pipes, pipes, 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  })
  const passphrase = custody.stdio[3]
  if (passphrase && 'end' in passphrase) passphrase.on('error', () => undefined).end('\n')
  return custody
}

/** So many gifts of the faucet pay the withdrawals of a long day. */
const GIFTS_AT_START = 50n

/**
 * Gives the hot wallets coins once, before the server looks at them for the first time and books what they hold: otherwise no withdrawal could
 * leave. Custody says their addresses over its own pipes.
 */
async function fundHotWallets(
  chains: DevelopmentChains,
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): Promise<void> {
  const mark = join(folder, 'hot-wallets-funded')
  if (existsSync(mark)) return
  const custody = spawnCustody(env, 'pipe')
  const { stdin, stdout } = custody
  if (!stdin || !stdout) throw new Error('custody has no pipes')
  stdin.write(`${JSON.stringify({ id: 1, method: 'status', params: {} })}\n`)
  let answer = ''
  for await (const part of stdout) {
    answer += String(part)
    // It leaves once nobody asks any more.
    if (answer.endsWith('\n')) stdin.end()
  }
  const said = CustodyAnswer.parse(JSON.parse(answer))
  if (!said.ok) throw new Error(`custody refused its status: ${said.code}`)
  for (const { network, hotAddress } of CUSTODY_RESULTS.status.parse(said.result).networks)
    for (const gift of GIFTS.filter((each) => each.network === network))
      await chains.fund({
        ...{ network, coin: gift.coin, to: hotAddress },
        amount: gift.coins * GIFTS_AT_START * powerOfTen(gift.decimals),
      })
  writeFileSync(mark, '')
}
