import { iconButtonLook } from './icon-button.tsx'

/** The look of `IconButton` for plain buttons of the class `mark`, of which a list has hundreds. Not beside it, since every page loads that. */
export const MARKS = {
  '& button.mark': iconButtonLook,
  '& button.mark[aria-pressed=false]': { color: 'fg.faint' },
  '& button.mark[aria-pressed=true]': { color: 'gold', '& svg': { fill: 'currentColor' } },
} as const
