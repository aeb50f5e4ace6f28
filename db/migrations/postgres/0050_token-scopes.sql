-- Collections and projects get scopes of their own: the tokens made before keep what they could do.
UPDATE access_tokens SET scopes = replace(
  replace(scopes, '"documents:read"', '"documents:read","collections:read","projects:read"'),
  '"documents:write"', '"documents:write","collections:write","projects:write"');
