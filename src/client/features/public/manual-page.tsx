import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Link2, SearchX } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endpointQuery } from '#client/lib/endpoint-query.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { RichText } from '#client/ui/rich-text.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import { getUserManual } from '#contract/content.ts'
import type { Reply } from '#contract/endpoint.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { PublicPage } from './text-page.tsx'

type ManualEntry = Reply<typeof getUserManual>['content'][number]

const plain = (text: string) => toPersianText(text).toLowerCase()

/** Letters of Arabic keyboards and upper or lower case make no difference. */
export const entriesAbout = (entries: readonly ManualEntry[], typed: string): readonly ManualEntry[] =>
  entries.filter(({ title }) => plain(title).includes(plain(typed.trim())))

type ManualPageProps = {
  /** The entry that the address names, which is open and in sight. */
  open: string | undefined
  onOpen: (slug: string | undefined) => void
}

/** The user manual: searched by its titles, one answer open at a time, each with an address of its own. */
export function ManualPage({ open, onOpen }: ManualPageProps) {
  const { t } = useTranslation('public')
  const [typed, setTyped] = useState('')
  const query = useQuery(endpointQuery(getUserManual, { query: { language: useLanguage() } }))
  const entries = query.data && entriesAbout(query.data.content, typed)
  return (
    <PublicPage title={t('manual.title')} text={t('manual.text')}>
      <SearchField label={t('manual.search')} value={typed} onChange={setTyped} />
      <Card>
        {!entries && <Unloaded query={query} rows={8} />}
        {entries?.length === 0 && (
          <EmptyState
            icon={<SearchX size={24} />}
            title={t('manual.none')}
            text={t('manual.noneText')}
            action={<ButtonLink to="/contact-us">{t('contact.title')}</ButtonLink>}
          />
        )}
        {entries?.map((entry) => (
          <Entry key={entry.slug} entry={entry} isOpen={entry.slug === open} onOpen={onOpen} />
        ))}
      </Card>
    </PublicPage>
  )
}

const Answer = chakra('details', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'line',
    scrollMarginTop: '5rem',
    _first: { borderTopWidth: '0' },
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '4',
      minHeight: '3.5rem',
      paddingBlock: '2.5',
      fontWeight: 'semibold',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
    },
    '& summary svg': { flexShrink: '0', color: 'fg.muted', transition: 'transform 160ms' },
    '&[open] summary svg': { transform: 'rotate(180deg)' },
  },
})

type EntryProps = { entry: ManualEntry; isOpen: boolean; onOpen: ManualPageProps['onOpen'] }

function Entry({ entry: { slug, title, html }, isOpen, onOpen }: EntryProps) {
  const { t } = useTranslation('public')
  const element = useRef<HTMLDetailsElement>(null)
  const wasNamed = useRef(isOpen)
  useEffect(() => {
    if (wasNamed.current) element.current?.scrollIntoView({ block: 'start' })
  }, [])
  const follow = (event: SyntheticEvent<HTMLDetailsElement>) => {
    const { open } = event.currentTarget
    if (open !== isOpen) onOpen(open ? slug : undefined)
  }
  return (
    <Answer ref={element} open={isOpen} onToggle={follow}>
      <summary>
        {title}
        <ChevronDown size={18} aria-hidden="true" />
      </summary>
      {isOpen && (
        <chakra.div paddingBottom="4" fontSize="sm">
          <RichText html={html} />
          <chakra.a
            href={`/faq?open=${slug}`}
            display="inline-flex"
            alignItems="center"
            gap="2"
            minHeight="tap"
            marginTop="2"
            color="fg.muted"
          >
            <Link2 size={16} aria-hidden="true" />
            {t('manual.link')}
          </chakra.a>
        </chakra.div>
      )}
    </Answer>
  )
}
