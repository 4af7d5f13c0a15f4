import { useState } from 'react'
import { useNewSession } from '#features/people/accounts/parts/arrival.tsx'
import { paths } from '#platform/shared/paths.ts'
import { pageFact } from '#platform/web/page-facts.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import { type DemoRole, demoRoles, exploreDemo } from '../contract.demo.ts'

const roleWords: Readonly<Record<DemoRole, string>> = {
  officer: 'Officer',
  admin: 'Admin',
  super_admin: 'Super admin',
}

/** The roles that this server lets anyone try; none where it holds real people. The server writes them into the page. */
const offered = (): readonly DemoRole[] => {
  const words = pageFact('demo-roles').split(' ')
  return demoRoles.filter((role) => words.includes(role))
}

/** On a demo's sign-in pages: one press, and one is inside. */
export const Explore = () => {
  const roles = offered()
  const explore = useWrite(exploreDemo)
  const learn = useNewSession()
  const go = useGo()
  const [pressed, setPressed] = useState<DemoRole | null>(null)
  if (roles.length === 0) return null
  const enter = async (role: DemoRole) => {
    setPressed(role)
    try {
      await explore.run({ as: role })
      await learn()
      // The page of a department stays with people of the department.
      if (role === 'super_admin') go(paths.superAdminDashboard())
    } catch (error) {
      setPressed(null)
      toast.failure(error)
    }
  }
  return (
    <section aria-labelledby="explore-demo" className="mb-3">
      <h2 id="explore-demo" className="font-medium">
        Explore the demo as
      </h2>
      <p className="mt-0.5 text-small text-soft">Sample people and shifts. No password needed in the demo.</p>
      <div className="mt-3 grid grid-cols-1 gap-2 sm:grid-cols-3">
        {roles.map((role) => (
          <Button key={role} wide busy={pressed === role} onClick={() => void enter(role)}>
            {roleWords[role]}
          </Button>
        ))}
      </div>
      <p className="mt-5 border-t border-line pt-4 text-small text-soft">Or sign in with an email and password:</p>
    </section>
  )
}
