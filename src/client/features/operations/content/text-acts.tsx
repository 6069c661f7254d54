import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { publishContent, withdrawContent } from '#contract/operations-content.ts'
import { GROWING_KINDS, takesTwoToPublish } from '#domain/content.ts'
import { ActSheet } from '../act-sheet.tsx'
import { useMay } from '../allowed.tsx'
import { useDoneOrProposed } from '../setting-form.tsx'
import { type ContentVersion, type TextName, type TextState, textOf, versionsQuery } from './content.queries.ts'
import { PublicationDiff, TextDiff } from './text-diff.tsx'
import { TextPreview } from './text-preview.tsx'

type Doing = { readonly kind: 'versions' | 'withdraw' } | { readonly kind: 'publish'; readonly version: number }

/** The acts on the versions of a text: publish the newest, view all, roll back, withdraw. */
export function TextActs({ name, state }: { name: TextName; state: TextState }) {
  const { t } = useTranslation('content')
  const language = useLanguage()
  const [doing, setDoing] = useState<Doing | undefined>()
  const close = () => setDoing(undefined)
  const { newest, published } = state
  const may = useMay()
  const mayPublish = may(publishContent)
  const canWithdraw = published !== null && may(withdrawContent) && GROWING_KINDS.some((kind) => kind === name.kind)
  const act = (what: Doing, words: ReactNode, variant: 'primary' | 'quiet' | 'danger' = 'quiet') => (
    <Button type="button" variant={variant} onClick={() => setDoing(what)}>
      {words}
    </Button>
  )
  return (
    <>
      {mayPublish &&
        newest > 0 &&
        newest !== published &&
        act(
          { kind: 'publish', version: newest },
          t('publish.newest', { version: showDigits(String(newest), language) }),
        )}
      {newest > 0 && act({ kind: 'versions' }, t('versions.action'))}
      {canWithdraw && act({ kind: 'withdraw' }, t('withdraw.action'), 'danger')}
      {doing?.kind === 'versions' && (
        <VersionsSheet
          name={name}
          published={published}
          onPublish={mayPublish ? (version) => setDoing({ kind: 'publish', version }) : undefined}
          onClose={close}
        />
      )}
      {doing?.kind === 'publish' && <PublishSheet name={name} state={state} version={doing.version} onClose={close} />}
      {doing?.kind === 'withdraw' && <WithdrawSheet name={name} onClose={close} />}
    </>
  )
}

type SheetProps = { name: TextName; onClose: () => void }

function PublishSheet({ name, state, version, onClose }: SheetProps & { state: TextState; version: number }) {
  const { t } = useTranslation('content')
  const { t: ofSafety } = useTranslation('safety')
  const doneOr = useDoneOrProposed()
  const byTwo = takesTwoToPublish(name.kind)
  const language = useLanguage()
  const { published } = state
  const word = published !== null && version < published ? 'rollBack' : 'publish'
  const facts = { version: showDigits(String(version), language), language: t(`language.${name.language}`) }
  return (
    <ActSheet
      title={t(`${word}.title`, facts)}
      text={byTwo ? ofSafety('publish.text') : t(`${word}.text`)}
      yes={byTwo ? ofSafety('publish.propose') : t(`${word}.action`)}
      done={doneOr(t(`${word}.done`))}
      proposes={byTwo ? { kind: 'PUBLISH_TEXT', subject: `${name.kind}/${name.slug}/${name.language}` } : undefined}
      act={(reason) => callApi(publishContent, { params: name, body: { version, replaces: published, reason } })}
      onClose={onClose}
    >
      <PublicationDiff name={name} before={published} after={version} />
    </ActSheet>
  )
}

function WithdrawSheet({ name: { kind, slug, language }, onClose }: SheetProps) {
  const { t } = useTranslation('content')
  const growing = GROWING_KINDS.find((each) => each === kind)
  if (!growing) return null
  return (
    <ActSheet
      title={t('withdraw.title', { language: t(`language.${language}`) })}
      text={t('withdraw.text')}
      yes={t('withdraw.action')}
      done={t('withdraw.done')}
      variant="danger"
      act={(reason) => callApi(withdrawContent, { params: { kind: growing, slug, language }, body: { reason } })}
      onClose={onClose}
    />
  )
}

type VersionsSheetProps = {
  name: TextName
  published: number | null
  /** Absent if the operator may not publish. */
  onPublish: ((version: number) => void) | undefined
  onClose: () => void
}

/** All versions of a text with time and author; any of them can be read and published again. */
export function VersionsSheet({ name, published, onPublish, onClose }: VersionsSheetProps) {
  const { t } = useTranslation('content')
  const pages = useInfiniteQuery(versionsQuery(name))
  const publications = pages.data?.pages[0]?.baseDTO.publications ?? []
  return (
    <Sheet open title={t('versions.title', { language: t(`language.${name.language}`) })} onClose={onClose}>
      <PageList pages={pages} rows={4} moreLabel={t('versions.more')}>
        {(versions) => (
          <chakra.ul display="grid" gap="3">
            {versions.map((version, place) => (
              <Version
                key={version.version}
                name={name}
                version={version}
                before={versions[place + 1]}
                isPublished={version.version === published}
                onPublish={onPublish}
              />
            ))}
          </chakra.ul>
        )}
      </PageList>
      {publications.length > 0 && <Publications publications={publications} />}
    </Sheet>
  )
}

type VersionProps = {
  name: TextName
  version: ContentVersion
  /** The version before this one; absent for the first one, and for the last one loaded so far. */
  before: ContentVersion | undefined
  isPublished: boolean
  onPublish: ((version: number) => void) | undefined
}

function Version({ name, version: of, before, isPublished, onPublish }: VersionProps) {
  const { version, title, body, contacts, at, by } = of
  const { t } = useTranslation('content')
  const language = useLanguage()
  const [isShown, setShown] = useState(false)
  const [isCompared, setCompared] = useState(false)
  return (
    <chakra.li display="grid" gap="2" borderBottomWidth="1px" borderColor="line" paddingBottom="3">
      <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
        <chakra.span fontWeight="semibold">
          {t('versions.name', { version: showDigits(String(version), language) })}
        </chakra.span>
        {isPublished && <chakra.span color="buy">{t('versions.published')}</chakra.span>}
        <chakra.span fontSize="sm" color="fg.muted">
          <DateText at={at} /> · <bdi>{by ?? t('product')}</bdi>
        </chakra.span>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button size="sm" variant="quiet" onClick={() => setShown(!isShown)}>
          {t(isShown ? 'versions.hide' : 'versions.show')}
        </Button>
        {before && (
          <Button size="sm" variant="quiet" onClick={() => setCompared(!isCompared)}>
            {t(isCompared ? 'diff.hide' : 'diff.show')}
          </Button>
        )}
        {!isPublished && onPublish && (
          <Button size="sm" variant="quiet" onClick={() => onPublish(version)}>
            {t('versions.publish')}
          </Button>
        )}
      </chakra.div>
      {isCompared && before && <TextDiff language={name.language} before={textOf(before)} after={textOf(of)} />}
      {isShown && !contacts && <TextPreview language={name.language} title={title} body={body} />}
      {isShown && contacts && (
        <chakra.pre whiteSpace="pre-wrap" fontSize="xs" dir="ltr">
          {textOf(of)}
        </chakra.pre>
      )}
    </chakra.li>
  )
}

type Publication = {
  readonly version: number | null
  readonly at: string
  readonly by: string | null
  readonly reason: string | null
}

function Publications({ publications }: { publications: readonly Publication[] }) {
  const { t } = useTranslation('content')
  const language = useLanguage()
  return (
    <chakra.section marginTop="4">
      <chakra.h3 fontWeight="bold" marginBottom="2">
        {t('publications')}
      </chakra.h3>
      <chakra.ul display="grid" gap="1.5" fontSize="sm">
        {publications.map(({ version, at, by, reason }) => (
          <li key={at}>
            <DateText at={at} /> ·{' '}
            {version === null
              ? t('versions.withdrawn')
              : t('versions.name', { version: showDigits(String(version), language) })}{' '}
            · <bdi>{by ?? t('product')}</bdi>
            {reason && (
              <chakra.span color="fg.muted">
                {' '}
                · <bdi>{reason}</bdi>
              </chakra.span>
            )}
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}
