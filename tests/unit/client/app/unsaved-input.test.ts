import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { hasUnsavedInput, watchInput } from '#client/app/unsaved-input.ts'

watchInput(document)

function typeInto(type: string, text: string): HTMLInputElement {
  const field = document.createElement('input')
  field.type = type
  document.body.append(field)
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return field
}

test('something typed is unsaved until its field is emptied or leaves the page', () => {
  expect(hasUnsavedInput()).toBe(false)
  const name = typeInto('text', 'Sara')
  expect(hasUnsavedInput()).toBe(true)
  name.value = ''
  expect(hasUnsavedInput()).toBe(false)
  name.value = 'Sara'
  expect(hasUnsavedInput()).toBe(true)
  name.remove()
  expect(hasUnsavedInput()).toBe(false)
})

test('a search, and a field that the program has filled, are nothing to lose', () => {
  typeInto('search', 'gold')
  const filled = document.createElement('input')
  filled.value = '09120000000'
  document.body.append(filled)
  expect(hasUnsavedInput()).toBe(false)
})

test('a password leaves the memory with its field', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const typed = [1, 2, 3].map(() => {
    const field = typeInto('password', 'a secret of theirs')
    field.remove()
    return new WeakRef(field)
  })
  await new Promise((resolve) => setTimeout(resolve))
  collect()
  await new Promise((resolve) => setTimeout(resolve))
  collect()
  // The page itself may remember the target of the last event, but nothing keeps the earlier ones.
  expect(typed.slice(0, -1).map((field) => field.deref())).toEqual([undefined, undefined])
})
