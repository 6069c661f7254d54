import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram, firstLine, isExecutable } from './programs.ts'

const run = promisify(execFile)
const MS_MAX = 300_000
const CACHED = join('node_modules', '.cache', 'promtool')

/**
 * The path of promtool, Prometheus's own checker of rules: in PATH, kept from an earlier run, or taken out of Debian's package, which is not
 * installed, since it would start a server. @throws Error with a sentence where there is none
 */
export async function ensurePromtool(): Promise<string> {
  const found = findProgram(['promtool']) ?? [CACHED].find(isExecutable)
  if (found) return found
  if (!findProgram(['apt-get']) || !findProgram(['dpkg-deb']))
    throw new Error(
      'The alert rules cannot be checked: promtool is not in PATH, and there is no apt-get. Install Prometheus.',
    )
  const folder = await mkdtemp(join(tmpdir(), 'kimia-promtool-'))
  const options = { cwd: folder, timeout: MS_MAX }
  try {
    const download = () => run('apt-get', ['download', '-qq', 'prometheus'], options)
    // A new machine has no lists of packages yet.
    await download().catch(async () => {
      await run('apt-get', ['update', '-qq'], options)
      await download()
    })
    const [packed = ''] = (await readdir(folder)).filter((name) => name.endsWith('.deb'))
    await run('dpkg-deb', ['--extract', packed, 'unpacked'], options)
    await mkdir(join('node_modules', '.cache'), { recursive: true })
    const draft = `${CACHED}-${process.pid}`
    await copyFile(join(folder, 'unpacked', 'usr', 'bin', 'promtool'), draft)
    await rename(draft, CACHED)
    return CACHED
  } catch (error) {
    throw new Error(`The alert rules cannot be checked: promtool is not here, and ${firstLine(error)}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
