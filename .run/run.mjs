#!/usr/bin/env node
// The door to every task: `node .run/run.mjs <task>`. Plain JavaScript without dependencies, because it runs on any
// Node from 20 on, before anything is installed. It sees to Node 24 and the locked packages, then runs the task.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runningNodeSuffices, seeToNode } from './setup/node.mjs'
import { seeToPackages } from './setup/packages.mjs'
import { ROOT } from './setup/root.mjs'
import { runChild } from './setup/run-child.mjs'
import { complain } from './setup/say.mjs'
import { whenOrphaned } from './setup/when-orphaned.mjs'

const TASKS = join(ROOT, '.run', 'tasks')

const [task = '', ...rest] = process.argv.slice(2)
const file = join(TASKS, `${task}.ts`)

try {
  if (!/^[a-z-]+$/.test(task) || !existsSync(file)) throw new Error(`unknown task "${task}"; there are ${taskNames()}`)
  process.chdir(ROOT)
  const node = await seeToNode()
  process.env.PATH = [dirname(node), process.env.PATH].join(delimiter)
  await seeToPackages(node)
  if (runningNodeSuffices()) {
    whenOrphaned(() => process.kill(process.pid, 'SIGTERM'))
    process.argv = [process.execPath, file, ...rest]
    await import(pathToFileURL(file).href)
  } else {
    process.exitCode = await runChild(node, [file, ...rest])
  }
} catch (error) {
  complain(error)
  process.exitCode = 1
}

function taskNames() {
  return readdirSync(TASKS)
    .map((name) => name.replace(/\.ts$/, ''))
    .join(', ')
}
