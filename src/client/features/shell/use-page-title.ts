import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useChosenTitle } from '#client/lib/own-title.ts'
import type { PageTitle } from '#client/lib/words.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title: a key of the shell's `title` words. */
    title?: PageTitle
    /** The page is useful only to verified users; others see it below the steps to the verification. */
    verifyFirst?: boolean
    /** The page takes the whole width of the window, without the profile's side bar. */
    whole?: boolean
    /** The page has its own frame instead of the customers' navigation bars. */
    bare?: boolean
    /** A long form, shown without the phone's bottom bar. */
    form?: boolean
    /** A public page, which ends with the footer. */
    footer?: boolean
  }
}

/** Sets the document's title to that of the innermost route with a title, in the language of the page. */
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
