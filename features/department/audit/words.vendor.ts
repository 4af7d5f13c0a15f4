/** Actions of vendor staff on their own side. */
export const vendorActions = {
  'super_admins.change_password': 'Vendor password changed',
  'super_admins.end_other_sessions': 'Other vendor sessions ended',
  'super_admins.end_session': 'Vendor session ended',
  'super_admins.sign_in': 'Vendor signed in',
  'testimonials.add': 'Testimonial added',
  'testimonials.edit': 'Testimonial edited',
  'testimonials.move': 'Testimonial moved',
  'testimonials.remove': 'Testimonial removed',
  'vendor_settings.edit': 'Vendor settings changed',
  'vendor_audit.export': 'Vendor audit log exported',
} as const
