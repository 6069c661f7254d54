import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { addContentEntry } from '#contract/operations-content.ts'
import type { GROWING_KINDS } from '#domain/content.ts'
import { CONSOLE } from '../operator.queries.ts'
import { positionOf } from './position.ts'

export type GrowingKind = (typeof GROWING_KINDS)[number]

const SLUG = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/

/** Creates a question, a manual entry or an article: its name in links and its position. Its texts are written afterwards. */
export function AddEntrySheet({ kind, onClose }: { kind: GrowingKind; onClose: () => void }) {
  const { t } = useTranslation('content')
  const sentenceOf = useSentenceOf()
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useId()
  const [slug, setSlug] = useState('')
  const [position, setPosition] = useState('')
  const [checked, setChecked] = useState(false)
  const place = positionOf(position)
  const send = useMutation({
    mutationFn: (at: number) => callApi(addContentEntry, { body: { kind, slug, position: at } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [CONSOLE] })
      onClose()
      await navigate({ to: '/operations/content/$kind/$slug', params: { kind, slug } })
    },
  })
  const submit = () => {
    setChecked(true)
    if (SLUG.test(slug) && place !== undefined) send.mutate(place)
  }
  return (
    <Sheet
      open
      title={t('add.title')}
      onClose={onClose}
      footer={
        <Button full type="submit" form={form} loading={send.isPending}>
          {t('add.action')}
        </Button>
      }
    >
      <Form id={form} noValidate onSubmit={submit}>
        {send.isError && <Notice tone="error">{sentenceOf(send.error)}</Notice>}
        <TextField
          label={t('column.slug')}
          hint={t(kind === 'ARTICLE' ? 'add.coinHint' : 'add.slugHint')}
          required
          ltr
          maxLength={80}
          value={slug}
          onChange={setSlug}
          problem={checked && !SLUG.test(slug) ? t('add.slugProblem') : undefined}
        />
        <DigitsField
          label={t('column.order')}
          hint={t('add.orderHint')}
          required
          value={position}
          lengthMax={4}
          onChange={setPosition}
          problem={checked && place === undefined ? t('add.orderProblem') : undefined}
        />
      </Form>
    </Sheet>
  )
}
