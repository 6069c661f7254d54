import { storedChoice } from '#client/lib/stored-choice.ts'

/** The weight by which this device counts gold. It changes what is typed and shown, never what is traded. */
export const goldWeight = storedChoice<'gram' | 'mesghal'>({
  key: 'goldWeight',
  names: { gram: 'gram', mesghal: 'mesghal' },
  otherwise: 'gram',
})
