export type S3Settings = {
  /** Base URL of the service, without the bucket; undefined for Amazon's own in `region`. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  /** The prefix of every key: empty, or ending with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const folderPattern = /^(?!\.{1,2}$)[\w.-]+$/;

/** The bucket and prefix of an address such as s3://bucket/prefix; undefined if it is not one. */
export function parseFilesUrl(url: string): { bucket: string; prefix: string } | undefined {
  const [scheme, bucket = "", folders = ""] = /^(s3:\/\/)([^/]+)\/?(.*?)\/?$/.exec(url)?.slice(1) ?? [];
  if (scheme === undefined || !bucketPattern.test(bucket)) return undefined;
  if (folders === "") return { bucket, prefix: "" };
  return folders.split("/").every((folder) => folderPattern.test(folder))
    ? { bucket, prefix: `${folders}/` }
    : undefined;
}

/** The address in canonical form, whatever slashes it was written with. */
export function printFilesUrl({ bucket, prefix }: Pick<S3Settings, "bucket" | "prefix">): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, "");
}
