import { PageHeader } from '#platform/web/ui/page.tsx'
import { BrandEditor } from '../parts/brand-editor.tsx'

/** `/admin/branding` */
export default function Branding() {
  return (
    <>
      <PageHeader title="Branding" hint="Shown on your sign-in page, in the header of every screen and in emails." />
      <BrandEditor />
    </>
  )
}
