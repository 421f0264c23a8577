"""What search engines and messengers read: heads of pages, pictures, robots.txt and sitemap.xml."""
