import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useChosenTitle } from '#client/lib/own-title.ts'
import type { PageTitle } from '#client/lib/words.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title: a key of the shell's `title` words. */
    title?: PageTitle
    /** Of use to verified users alone; others see it below the way to the verification. */
    verifyFirst?: boolean
    /** Has a frame of its own in the place of the bars that customers go by. */
    bare?: boolean
    /** A form that is filled to its end, without the phone's bar under it. */
    form?: boolean
    /** A public page, which ends with the footer. */
    footer?: boolean
  }
}

/** The document's title follows the innermost route that names one, in the language of the page. */
export function usePageTitle(): void {
  const { t } = useTranslation()
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title,
  })
  const own = useChosenTitle()
  const text = own ?? t(`title.${title ?? 'home'}`)
  useEffect(() => {
    document.title = text
  }, [text])
}
