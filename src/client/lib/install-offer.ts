import { createAtom } from '@tanstack/react-store'

/** How installing the app is being offered: by the browser's own question, or by the steps that iOS needs. An answer sets it to `none`. */
export const installOffer = createAtom<'question' | 'steps' | 'none'>('none')

/** Whether the user has completed a trade in this tab: somebody for whom an installed app is worth its place. */
export const hasTraded = createAtom(false)
