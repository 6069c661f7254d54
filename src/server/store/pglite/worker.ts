import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseError } from '../database-error.ts'
import { Engine } from './engine.ts'
import type { Answer, Question } from './messages.ts'

/** The database thread: it only wires the engine to the port. */
const port = parentPort
if (!port) throw new Error('this file runs as a worker thread')
const send = (answer: Answer) => port.postMessage(answer)

function die(error: unknown): never {
  send({ kind: 'dead', message: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

async function answer(engine: Engine, question: Question): Promise<void> {
  try {
    switch (question.kind) {
      case 'query':
        return send({ kind: 'rows', rows: await engine.query(question.sql, question.values) })
      case 'script':
        return send({ kind: 'done', command: await engine.script(question.sql) })
      case 'close':
        await engine.close()
        send({ kind: 'done', command: 'CLOSE' })
        port?.close()
    }
  } catch (error) {
    if (error instanceof DatabaseError) {
      const { message, code, constraint, table, column, detail } = error
      return send({ kind: 'refused', refusal: { message, code, constraint, table, column, detail } })
    }
    if (error instanceof RangeError || error instanceof SyntaxError) {
      return send({ kind: 'unreadable', message: error.message })
    }
    die(error)
  }
}

try {
  const engine = await Engine.open(workerData)
  port.on('message', (question: Question) => void answer(engine, question))
  send({ kind: 'ready' })
} catch (error) {
  die(error)
}
