import { useTranslation } from 'react-i18next'
import type { Session } from '#client/lib/session.ts'
import { FileField } from '#client/ui/file-field.tsx'
import { Section } from '#client/ui/section.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import type { Picture } from './account-form.logic.ts'
import { FieldGrid } from './field-grid.ts'
import { shrinkPicture } from './shrink-picture.ts'
import type { AccountForm } from './use-account-form.ts'
import { useFieldLabel } from './use-field-label.ts'

/** Pictures of the document and of the handwritten note. Once somebody is verified they are not asked for again. */
export function DocumentsSection({ form, account }: { form: AccountForm; account: Session }) {
  const { t } = useTranslation('account')
  const { draft, change } = form
  const labelOf = useFieldLabel(draft)
  const pick = async (kind: Picture, file: File | undefined) => {
    const picture = file && (await shrinkPicture(file))
    form.changePicture(kind, picture)
    form.leave(kind)
  }
  const picture = (kind: Picture, hint?: string) => (
    <FileField
      label={labelOf(kind)}
      name={kind}
      {...(hint ? { hint } : {})}
      file={draft.pictures[kind]}
      received={account[kind]}
      onChange={(file) => void pick(kind, file)}
      problem={form.problemOf(kind)}
    />
  )
  return (
    <Section title={t('section.documents')} note={t('section.documentsNote')}>
      <FieldGrid>
        <SelectField
          label={t('field.idFormatType')}
          name="idFormatType"
          value={draft.idFormatType}
          options={[
            { value: 'ID_CARD', label: t('document.ID_CARD') },
            { value: 'PASSPORT', label: t('document.PASSPORT') },
            { value: 'DRIVER_LICENSE', label: t('document.DRIVER_LICENSE') },
          ]}
          onChange={(idFormatType) => change({ idFormatType })}
        />
        <span />
        {picture('image')}
        {draft.idFormatType === 'ID_CARD' && picture('backImage')}
        {picture('documentImage', t('hint.documentImage'))}
      </FieldGrid>
    </Section>
  )
}
