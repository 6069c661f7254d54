import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { firstLine } from './programs.ts'

const run = promisify(execFile)

/** The code of an earlier commit in a folder of its own, with the packages of the present one. @throws Error if it cannot be had */
export async function checkOut(commit: string): Promise<{ folder: string; remove(): Promise<void> }> {
  await demandCommit(commit)
  const folder = await mkdtemp(join(tmpdir(), 'kimia-commit-'))
  const tar = join(folder, 'commit.tar')
  await run('git', ['archive', '--output', tar, commit, 'src', 'package.json'])
  await run('tar', ['-x', '-f', tar, '-C', folder])
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A shallow clone lacks the commit, and asks the place that it came from. */
async function demandCommit(commit: string): Promise<void> {
  const isHere = () => run('git', ['cat-file', '-e', `${commit}^{commit}`])
  try {
    await isHere().catch(() => run('git', ['fetch', '--quiet', '--no-tags', 'origin', commit]).then(isHere))
  } catch (error) {
    throw new Error(
      `The commit ${commit}, whose code has to run beside this one's, is not in this clone, and cannot be fetched: clone with its history ` +
        `(git fetch --unshallow). ${firstLine(error)}`,
    )
  }
}
