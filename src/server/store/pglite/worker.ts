import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseError } from '../database.ts'
import { UnreadableValue } from '../pg-values.ts'
import { SerialQueue } from '../serial-queue.ts'
import { type Answer, Engine, type Question } from './engine.ts'
import { Housekeeping } from './housekeeping.ts'

const HOUSEKEEPING_MS = 2_000

/** The database thread, which only connects the engine to the port. */
const port = parentPort
if (!port) throw new Error('this file runs as a worker thread')
const send = (answer: Answer) => port.postMessage(answer)

/** After any error but a refusal the engine's state is unknown, so the thread ends immediately. */
function die(error: unknown): never {
  send({ kind: 'dead', message: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

async function reply(engine: Engine, question: Question): Promise<Answer> {
  try {
    switch (question.kind) {
      case 'query':
        return { kind: 'rows', rows: await engine.query(question.sql, question.values) }
      case 'script':
        return { kind: 'done', command: await engine.script(question.sql) }
      case 'copy':
        return await copy(engine, question.to)
      case 'close':
        await engine.close()
        return { kind: 'done', command: 'CLOSE' }
    }
  } catch (error) {
    if (error instanceof DatabaseError) return { kind: 'refused', refusal: { ...error, message: error.message } }
    if (error instanceof UnreadableValue) return { kind: 'unreadable', message: error.message }
    throw error
  }
}

/** A full disk of copies harms nothing but the copy. */
async function copy(engine: Engine, to: string): Promise<Answer> {
  try {
    await engine.copy(to)
    return { kind: 'done', command: 'COPY' }
  } catch (error) {
    return { kind: 'uncopied', message: error instanceof Error ? error.message : String(error) }
  }
}

function serve(engine: Engine): void {
  const housekeeping = new Housekeeping(engine)
  const queue = new SerialQueue()
  const timer = setInterval(() => queue.run(() => housekeeping.onTimer()).catch(die), HOUSEKEEPING_MS)
  const answer = async (question: Question) => {
    send(await reply(engine, question))
    if (question.kind !== 'close') return housekeeping.afterAnswer()
    clearInterval(timer)
    port?.close()
  }
  port?.on('message', (question: Question) => queue.run(() => answer(question)).catch(die))
}

try {
  serve(await Engine.open(workerData))
  send({ kind: 'ready' })
} catch (error) {
  die(error)
}
