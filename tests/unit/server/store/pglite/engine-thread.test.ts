import { expect, test } from 'vitest'
import { TurnQueue } from '#server/store/pglite/engine-thread.ts'

/** A queue whose first task runs until the test ends it, and the names of the tasks that have begun. */
function busyQueue() {
  const queue = new TurnQueue()
  const begun: string[] = []
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const first = queue.run(() => promise)
  const task = (name: string) => async () => {
    begun.push(name)
  }
  return { queue, begun, end, first, task }
}

test('the writer comes before all who wait, and they keep their order', async () => {
  const { queue, begun, end, task } = busyQueue()
  const all = [
    queue.run(task('page')),
    queue.run(task('session')),
    queue.runFirst(task('batch 1')),
    queue.runFirst(task('batch 2')),
  ]
  end()
  await Promise.all(all)
  expect(begun).toEqual(['batch 1', 'batch 2', 'page', 'session'])
})

test('who has waited long behind the writer has one turn after each of its tasks', async () => {
  const { queue, begun, end, task } = busyQueue()
  const old = [queue.run(task('page')), queue.run(task('session'))]
  await new Promise((resolve) => setTimeout(resolve, 60))
  const batches = [1, 2, 3].map((number) => queue.runFirst(task(`batch ${number}`)))
  end()
  await Promise.all([...old, ...batches])
  expect(begun).toEqual(['batch 1', 'page', 'batch 2', 'session', 'batch 3'])
})

test('a task that fails rejects its own promise, and the next one begins', async () => {
  const queue = new TurnQueue()
  const failed = queue.run(() => Promise.reject(new Error('refused')))
  const next = queue.run(async () => 'answered')
  await expect(failed).rejects.toThrow('refused')
  expect(await next).toBe('answered')
})
